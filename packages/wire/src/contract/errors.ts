/** The two fields of an error's body, by their names on this service's wire. */
export interface ErrorFields {
  code: string
  message: string
}

/** Every error that a service answers with. The message is used where the one who refuses gives none. */
export type ErrorTable<Code extends string = string> = Readonly<Record<Code, { status: number; message: string }>>
