import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@busbar/kit'
import { Guesses } from './guesses.ts'
import type { EnteredPasswords } from './protect.rules.ts'
import type { Requester } from './requester.ts'
import type { ProtectSettings } from './settings.ts'

const nothing: EnteredPasswords = { read: null, write: null }

interface RequesterPasswords {
  entered: EnteredPasswords
  /** Characters so far; the terminating zero is missing. */
  typed: string
}

/** Passwords that each requester has given. They belong to one connection and end with it. */
export class Passwords {
  readonly #requesters = new WeakMap<Requester, RequesterPasswords>()
  readonly #guesses: Guesses

  constructor(clock: Clock) {
    this.#guesses = new Guesses(clock)
  }

  enteredBy(requester: Requester): EnteredPasswords {
    return this.#requesters.get(requester)?.entered ?? nothing
  }

  /** Characters written from place `index` on; a zero ends the password. False where that was a wrong one. */
  type(requester: Requester, protect: ProtectSettings, index: number, words: ArrayLike<number>): boolean {
    const memory = this.#memoryOf(requester)
    memory.typed = memory.typed.slice(0, index)
    for (const word of Array.from(words)) {
      if (word === 0) return this.#enter(requester, memory, protect)
      memory.typed += String.fromCharCode(word)
    }
    return true
  }

  /** The empty password drops all rights. A wrong one leaves those that there are: several are sent one after another. */
  #enter(requester: Requester, memory: RequesterPasswords, protect: ProtectSettings): boolean {
    const { typed, entered } = memory
    const { passwordMbRead, passwordMbGateWrite } = protect
    memory.typed = ''
    if (typed === '') {
      memory.entered = nothing
      return true
    }
    if (passwordMbRead === '' && passwordMbGateWrite === '') return true
    const source = requester.from ?? requester.name
    if (!this.#guesses.isOpen(source)) return false
    const isRead = isSame(typed, passwordMbRead)
    const isWrite = isSame(typed, passwordMbGateWrite)
    memory.entered = {
      read: isRead ? passwordMbRead : entered.read,
      write: isWrite ? passwordMbGateWrite : entered.write,
    }
    if (!isRead && !isWrite) this.#guesses.wasWrong(source)
    return isRead || isWrite
  }

  #memoryOf(requester: Requester): RequesterPasswords {
    const memory = this.#requesters.get(requester) ?? { entered: nothing, typed: '' }
    this.#requesters.set(requester, memory)
    return memory
  }
}

/** Compares in constant time, whatever the lengths. */
export const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest()
