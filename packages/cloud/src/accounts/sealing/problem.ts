import { Refusal } from '@busbar/wire/server'

/** Secrets cannot be encrypted or decrypted until an operator acts. The API returns the message. */
export class SecretsProblem extends Refusal<'Unavailable'> {
  constructor(message: string) {
    super('Unavailable', message)
  }
}
