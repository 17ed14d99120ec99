import { Refusal } from '@busbar/wire/server'

/** Secrets cannot be sealed or opened before the operator does something; the API says so. */
export class SecretsProblem extends Refusal<'Unavailable'> {
  constructor(message: string) {
    super('Unavailable', message)
  }
}
