/** The actions of a player that have a key. */
export type PlayerAction =
  | { kind: "toggle" | "mute" | "captions" | "full" }
  /** Seconds forwards, or backwards. */
  | { kind: "seek"; by: number }
  /** Share of the full volume. */
  | { kind: "volume"; by: number }

const seekStep = 5
const volumeStep = 0.1

const actions: Record<string, PlayerAction> = {
  " ": { kind: "toggle" },
  k: { kind: "toggle" },
  m: { kind: "mute" },
  c: { kind: "captions" },
  f: { kind: "full" },
  ArrowLeft: { kind: "seek", by: -seekStep },
  ArrowRight: { kind: "seek", by: seekStep },
  ArrowUp: { kind: "volume", by: volumeStep },
  ArrowDown: { kind: "volume", by: -volumeStep },
}

export interface PressedKey {
  key: string
  /** With Ctrl, Alt or Meta: a key of the browser. */
  isModified: boolean
  /** The control with the focus, which has keys of its own. */
  control: "button" | "slider" | "menu" | null
}

/** Returns what a key does in a player; null for nothing, or for what the focused control does with it. */
export function actionOf({ key, isModified, control }: PressedKey): PlayerAction | null {
  if (isModified || control === "menu") return null
  if (control === "button" && key === " ") return null
  if (control === "slider" && key.startsWith("Arrow")) return null
  return actions[key.length === 1 ? key.toLowerCase() : key] ?? null
}
