/** Every part that runs has the same four words. It is handed its slice of the settings and knows no others. */
export interface Lifecycle<Slice, Status = object> {
  start(): Promise<void>
  apply(slice: Slice): Promise<void>
  stop(): Promise<void>
  status(): Status
}
