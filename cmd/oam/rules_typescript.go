package main

import (
	"fmt"
	"strings"

	"github.com/open-actor-models/oam/ojson"
)

// typescript writes the types of a ruleset: the names that differ from ruleset
// to ruleset, then what is the same for all.
func typescript(v *vocabulary) string {
	var w tsWriter
	w.line("// Types of one ruleset: %s.", strings.Join(v.packs, ", "))
	w.line("// Written by 'oam rules types'; write it again when a pack changes. A character's own homebrew is not in it.")
	w.line("")
	w.fields(v)
	w.content(v)
	w.names(v)
	w.WriteString(typescriptShapes)
	return w.String()
}

type tsWriter struct{ strings.Builder }

func (w *tsWriter) line(format string, args ...any) {
	fmt.Fprintf(w, format+"\n", args...)
}

// quoted is a text as a literal. JSON's are TypeScript's.
func quoted(text string) string { return ojson.String(text).String() }

// union is a union of texts, never for none.
func union(texts []string) string {
	if len(texts) == 0 {
		return "never"
	}
	parts := make([]string, len(texts))
	for i, t := range texts {
		parts[i] = quoted(t)
	}
	return strings.Join(parts, " | ")
}

// tall writes a union with one name on each line.
func (w *tsWriter) tall(comment, name string, texts []string) {
	w.line("/** %s */", comment)
	if len(texts) == 0 {
		w.line("export type %s = never;\n", name)
		return
	}
	w.line("export type %s =", name)
	for i, t := range texts {
		end := ""
		if i == len(texts)-1 {
			end = ";\n"
		}
		w.line("  | %s%s", quoted(t), end)
	}
}

// valueType is the type of a value.
func valueType(s *shape) string {
	switch s.kind {
	case "boolean":
		return "boolean"
	case "text":
		return "string"
	case "option":
		return union(append([]string{""}, s.options...))
	case "list":
		if s.items == "number" {
			return "number[]"
		}
		return "string[]"
	}
	return "number"
}

func (w *tsWriter) fields(v *vocabulary) {
	w.line("/** The value of each field. */")
	w.line("export interface FieldValues {")
	for i := range v.fields {
		w.line("  %s: %s;", quoted(v.fields[i].id), valueType(&v.fields[i]))
	}
	w.line("}\n")
	var stored, numbers []string
	for i := range v.fields {
		f := &v.fields[i]
		if f.stored {
			stored = append(stored, f.id)
			if f.isNumber() {
				numbers = append(numbers, f.id)
			}
		}
	}
	w.tall("Fields that a character stores; all others are computed.", "StoredField", stored)
	w.tall("Stored numbers, which can be adjusted.", "AdjustableField", numbers)
}

func (s *shape) isNumber() bool { return s.kind == "integer" || s.kind == "number" }

func (w *tsWriter) content(v *vocabulary) {
	w.line("/** The content ids of each content type. */")
	w.line("export interface ContentByType {")
	for _, t := range v.types {
		w.line("  %s:%s;", quoted(t.id), wrapped(union(t.content)))
	}
	w.line("}\n")
	w.line("/** What copies, and applied effects, of each type keep. */")
	w.line("export interface StateByType {")
	for _, t := range v.types {
		if len(t.state) == 0 {
			w.line("  %s: Record<string, never>;", quoted(t.id))
			continue
		}
		w.line("  %s: {", quoted(t.id))
		for i := range t.state {
			w.line("    %s?: %s;", quoted(t.state[i].id), valueType(&t.state[i]))
		}
		w.line("  };")
	}
	w.line("}\n")
	ids := func(list []contentType) (out []string) {
		for _, t := range list {
			out = append(out, t.id)
		}
		return out
	}
	in := func(place string) func(*contentType) bool {
		return func(t *contentType) bool { return t.place == place }
	}
	w.tall("Types held as copies in the inventory.", "InventoryType", ids(v.typesThat(in("inventory"))))
	w.tall("Types held as copies among the features.", "FeatureType", ids(v.typesThat(in("features"))))
	w.tall("Types that can be applied as effects.", "EffectType", ids(v.typesThat(isApplied)))
	w.tall("Types that can be applied as templates.", "TemplateType", ids(v.typesThat(isTemplate)))
}

// wrapped breaks a long union into lines.
func wrapped(union string) string {
	if len(union) <= 80 {
		return " " + union
	}
	return "\n    | " + strings.ReplaceAll(union, " | ", "\n    | ")
}

func (w *tsWriter) names(v *vocabulary) {
	w.tall("Tags of damage, rolls and fields.", "Tag", v.tags)
	w.tall("Choices that content declares.", "ContentChoice", v.choices)
	w.tall("Choices that the rules declare.", "RulesChoice", v.rules)
	w.tall("Actions.", "ActionId", v.actions)
	w.tall("Slots for linked characters.", "LinkSlot", v.links)
}

// typescriptShapes are the types that all rulesets have, by the names above.
const typescriptShapes = `export type FieldId = keyof FieldValues;
export type StoredValues = Pick<FieldValues, StoredField>;
export type ContentType = keyof ContentByType;
export type ContentId = ContentByType[ContentType];
export type HeldType = InventoryType | FeatureType;
export type Scalar = number | boolean | string;

/** Where a choice is: <activation>/<name>[@slot], in rules rules/<pack>:<name>[@slot]. */
export type ChoicePath =
  | ` + "`rules/${RulesChoice}` | `rules/${RulesChoice}@${number}` | `${string}/${ContentChoice}` | `${string}/${ContentChoice}@${number}`" + `;

/** The names of all states of some types. */
export type StateName<T extends ContentType> = T extends ContentType ? Extract<keyof StateByType[T], string> : never;

/** A copy, or an applied effect, by its id. */
export type EntryId = string;

export interface CopyOf<T extends ContentType> {
  item: ContentByType[T];
  quantity?: number;
  equipped?: boolean;
  state?: StateByType[T];
}

export type Copy<T extends ContentType> = T extends ContentType ? CopyOf<T> : never;

export interface Character {
  specVersion: string;
  id: string;
  packs?: Record<string, string>;
  fields?: Partial<StoredValues>;
  inventory?: Record<EntryId, Copy<InventoryType>>;
  features?: Record<EntryId, Copy<FeatureType>>;
  templates?: { id: EntryId; template: ContentByType[TemplateType] }[];
  effects?: { [T in EffectType]: { id: EntryId; effect: ContentByType[T]; state?: StateByType[T]; on?: boolean } }[EffectType][];
  choices?: { [path in ChoicePath]?: string[] };
  links?: { [slot in LinkSlot]?: string };
  followUps?: Offer[];
  homebrew?: object;
  extensions?: Record<string, unknown>;
  creating?: true | string;
  nextId?: number;
  [unknown: string]: unknown;
}

/** Copies that a change finds by itself; "where" is a formula about "it". */
export interface CopyQuery {
  type: HeldType | "*";
  where?: string;
  limit?: number;
}
export interface AppliedQuery {
  where?: string;
  limit?: number;
}
export type OnCopies = { entry: EntryId } | { copies: CopyQuery };
export type OnState = OnCopies | { applied: AppliedQuery };
export type OnApplied = { id: EntryId } | { applied: AppliedQuery };

export type Amounts =
  | { by: number; tags?: Tag[]; faces?: number[] }
  | { parts: { by: number; tags?: Tag[] }[]; faces?: number[] };

export type Change =
  | { [F in StoredField]: { type: "set"; field: F; value: StoredValues[F] | null } }[StoredField]
  | ({ type: "adjust"; field: AdjustableField } & Amounts)
  | { [T in HeldType]: { type: "addItem"; entry?: EntryId } & CopyOf<T> }[HeldType]
  | ({ type: "removeItem" } & OnCopies)
  | ({ type: "equip"; equipped?: boolean } & OnCopies)
  | ({ type: "setState"; state: StateName<HeldType | EffectType>; value: Scalar | Scalar[] | null } & OnState)
  | ({ type: "adjustState"; state: StateName<HeldType | EffectType>; by: number } & OnState)
  | ({ type: "setQuantity"; quantity: number } & OnCopies)
  | ({ type: "adjustQuantity"; by: number } & OnCopies)
  | { type: "applyTemplate"; template: ContentByType[TemplateType]; id?: EntryId }
  | { type: "removeTemplate"; id: EntryId }
  | { [T in EffectType]: { type: "applyEffect"; effect: ContentByType[T]; id?: EntryId; state?: StateByType[T]; on?: boolean } }[EffectType]
  | ({ type: "removeEffect" } & OnApplied)
  | ({ type: "toggleEffect"; on?: boolean } & OnApplied)
  | { type: "choose"; path: ChoicePath; option: string }
  | { type: "unchoose"; path: string; option?: string }
  | { type: "setExtension"; key: string; value: unknown }
  | { type: "finishCreation" }
  | { type: "setHomebrew"; homebrew: object | null }
  | { type: "dismissFollowUp"; id: string }
  | { type: "clearFollowUp"; id: string };

export interface Failure {
  code: string;
  path?: string;
  data?: Record<string, unknown>;
}
export interface Issue {
  code: string;
  id?: string;
  source?: string;
  data?: Record<string, unknown>;
}

/** One step of a value. Only those that are applied count. */
export interface BreakdownLine {
  op: string;
  value?: Scalar | Scalar[];
  source?: string;
  status: "applied" | "suppressed" | "inactive";
  kind?: "stored" | "default" | "formula";
  mode?: string;
  by?: string;
  reason?: "when" | "tag" | "where" | "situational";
  cap?: number;
  stackKey?: string;
}
export type FieldValue<V> = { value: V; base: V; breakdown: BreakdownLine[]; tags?: Tag[] } | { error: Failure };

export interface Choice {
  path: ChoicePath;
  owner: EntryId;
  id: string;
  slot?: number;
  min: number;
  max?: number;
  picks: string[];
  open: boolean;
}
export interface Offer {
  id: string;
  kind?: "ephemeral" | "derived";
  followUp: string;
  source?: string;
  to: string | { link: LinkSlot };
  character?: string;
  action?: ActionId;
  params?: Record<string, Scalar>;
  changes?: Change[];
  create?: { link: LinkSlot; creation: ActionId };
  required: boolean;
  cause?: Record<string, unknown>;
}

/** The output of computeSheet. */
export interface Sheet {
  values: { [F in FieldId]: FieldValue<FieldValues[F]> };
  effects: Record<string, unknown>[];
  actions: { id: ActionId; entry?: string }[];
  situational: Record<string, unknown>[];
  pending: Choice[];
  offers: Offer[];
  choices: Choice[];
  competing: Record<string, unknown>[];
  issues: Issue[];
  copies: Record<EntryId, Record<string, Scalar | Scalar[] | { error: Failure }>>;
  copyNames: Record<EntryId, string>;
  standardCopies: { entry: EntryId; item: ContentId; saved: boolean }[];
  activations: { id: string; content?: string; owner: string; via: string; parent?: string; scope?: string; path?: string }[];
  copyLimits: { type: HeldType; max?: number; perItem?: number; count: number; entries: EntryId[] }[];
}
`
