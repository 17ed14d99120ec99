import { Refusal } from '@busbar/wire/server'

/** Secrets cannot be sealed or opened before the operator does something; whoever asks over the API is told so. */
export class SecretsProblem extends Refusal<'Unavailable'> {
  constructor(message: string) {
    super('Unavailable', message)
  }
}
