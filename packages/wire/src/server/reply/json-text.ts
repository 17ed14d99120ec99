/**
 * An answer that is JSON already, because a database wrote it so: it is sent as it is. That it is of the endpoint's
 * schema is seen by tests, not by the compiler.
 */
export class JsonText {
  readonly text: string | Buffer

  constructor(text: string | Buffer) {
    this.text = text
  }
}
