/**
 * The request was wrong. The code leads to its status, and to a message where none is given, by the service's table of
 * errors.
 */
export class Refusal<Code extends string = string> extends Error {
  readonly code: Code
  readonly headers: Readonly<Record<string, string>>

  constructor(code: Code, message = '', headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.code = code
    this.headers = headers
  }
}
