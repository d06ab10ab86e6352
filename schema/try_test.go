package schema_test
import ("testing";"os";"fmt";"bufio";"github.com/open-actor-models/oam/ojson";"github.com/open-actor-models/oam/schema")
func TestTry(t *testing.T){
 f,err:=os.Open("/tmp/try/in.jsonl"); if err!=nil{t.Skip()}
 sc:=bufio.NewScanner(f)
 for sc.Scan(){ v,err:=ojson.Parse(sc.Bytes()); if err!=nil{fmt.Println(err);continue}
  s,err:=schema.Parse(v,"Response"); fmt.Println(">>",sc.Text()); if err!=nil{fmt.Println("  ERR",err);continue}
  g:=s.Generation(); fmt.Println("  ",g); for _,w:=range s.Warnings(){fmt.Println("   !",w)}
  s2,err:=schema.Parse(g,s.Name()); if err!=nil{fmt.Println("  REPARSE",err);continue}
  if s2.Generation().String()!=g.String()||len(s2.Warnings())>0{fmt.Println("  DIFF",s2.Generation(),s2.Warnings())}
  if os.Getenv("GRAM")!=""{fmt.Println(s.Grammar())}
 }
}
