import { Scene } from "./scene"

/** The three small pictures of an empty state. */
export const smallScenes = [
  <Scene key="roofs" name="roofs" sizes="56px" />,
  <Scene key="table" name="table" sizes="56px" />,
  <Scene key="theatre" name="theatre" sizes="56px" />,
] as const
