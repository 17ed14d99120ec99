import type { Client } from '@busbar/modbus'
import type { FieldNet } from '@busbar/polling'

// Registers 100-119 take a password, one character each, and a zero behind it.
const passwordAddress = 100

/** Why the passwords of a network may not be sent; null where they may, or where there are none. */
const passwordProblem = ({ passwords, isPasswordUnprovenAllowed }: FieldNet, isProven: boolean): string | null =>
  passwords === null
    ? 'controller passwords were not sent: they are encrypted with an unknown key'
    : passwords.length === 0 || isProven || isPasswordUnprovenAllowed
      ? null
      : 'controller passwords were not sent: no key was proven on this link, and the network requires one'

/** Sends passwords in order while `isLatest` holds. Returns the first problem without revealing a password. */
const sendPasswords = async (
  client: Client,
  passwords: readonly string[],
  { controllerUnit, timeoutMs }: FieldNet,
  isLatest: () => boolean,
): Promise<string | null> => {
  let problem: string | null = null
  for (const [i, password] of passwords.entries()) {
    if (!isLatest()) break
    const words = [...Array.from(password, (character) => character.charCodeAt(0)), 0]
    const outcome = await client.ask(
      controllerUnit,
      { fn: 16, address: passwordAddress, words },
      { timeoutMs, priority: 'setup', origin: { kind: 'passwords' } },
    )
    if (!('err' in outcome)) continue
    problem ??= `controller password ${i + 1} of ${passwords.length} was refused: ${outcome.err}`
    // A controller that is silent keeps the others waiting no longer.
    if (outcome.err === 'timeout' || outcome.err === 'closed') break
  }
  return problem
}

interface GreetingLink {
  isProven: boolean
  isCurrent: () => boolean
  report: (problem: string) => void
}

/** Sends the controller's passwords at the start of a connection, before any other request. */
export class Greeting {
  #count = 0

  /** Reports why passwords were not accepted. A newer run supersedes this one. */
  async run(client: Client, net: FieldNet, { isProven, isCurrent, report }: GreetingLink): Promise<void> {
    this.#count += 1
    const count = this.#count
    const isLatest = (): boolean => count === this.#count && isCurrent()
    let problem = passwordProblem(net, isProven)
    if (problem === null && net.passwords !== null && net.passwords.length > 0) {
      client.isSetUp = false
      problem = await sendPasswords(client, net.passwords, net, isLatest)
    }
    if (!isLatest()) return
    if (problem !== null) report(problem)
    client.isSetUp = true
  }
}

export const arePasswordsAlike = (a: FieldNet, b: FieldNet): boolean =>
  a.controllerUnit === b.controllerUnit &&
  a.isPasswordUnprovenAllowed === b.isPasswordUnprovenAllowed &&
  a.passwords?.length === b.passwords?.length &&
  (a.passwords ?? []).every((password, i) => password === b.passwords?.[i])
