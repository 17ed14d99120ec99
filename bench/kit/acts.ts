/** Does one thing. A method, so that its argument may be declared more narrowly. */
type Act = { act(argument: unknown): unknown }['act']

/** Functions that a process offers by name. Arguments and results cross a process border, so they are plain data. */
export type Acts = Record<string, Act>

/** Functions that every role offers. */
export interface CommonActs extends Acts {
  cpuMicros(): number
  /** After collecting garbage. */
  rssBytes(): number
}

export interface ActRequest {
  id: number
  act: string
  argument: unknown
}
export type ActReply<T> = { id: number; ok: T } | { id: number; err: string }
