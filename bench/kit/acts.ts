/** Does one thing. A method, so that its argument may be declared more narrowly. */
type Act = { act(argument: unknown): unknown }['act']

/** What a process can be asked to do, by name. Arguments and answers cross a process border: plain data only. */
export type Acts = Record<string, Act>

/** What every role can be asked. */
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
