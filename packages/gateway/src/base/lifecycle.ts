/** Lifecycle of a running part. It receives only its own settings. */
export interface Lifecycle<Slice, Status = object> {
  start(): Promise<void>
  apply(slice: Slice): Promise<void>
  stop(): Promise<void>
  status(): Status
}
