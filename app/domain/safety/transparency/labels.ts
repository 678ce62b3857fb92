import type { Translate } from "~/i18n/translate"

type Key = Parameters<Translate<"transparency">>[0]

/** Keys of the texts of groups and of their parts: figures that were frozen name them. */
export type GroupKey = Extract<Key, `groups.${string}`>
export type PartKey = Extract<Key, `parts.${string}`>
