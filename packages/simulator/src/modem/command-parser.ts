const [carriageReturn, substitute, escape] = ['\r', '\u001a', '\u001b']

/** Bytes -> what a modem is told: lines of commands; and, after a prompt, one text. */
export class CommandParser {
  #text = ''
  #isPrompted = false
  readonly #onLine: (line: string) => void
  readonly #onText: (text: string | null) => void

  constructor(onLine: (line: string) => void, onText: (text: string | null) => void) {
    this.#onLine = onLine
    this.#onText = onText
  }

  /** What comes next is a text, which Ctrl-Z ends and Esc calls off. */
  prompt(): void {
    this.#isPrompted = true
  }

  push(bytes: Uint8Array): void {
    for (const character of Buffer.from(bytes).toString('latin1')) this.#take(character)
  }

  #take(character: string): void {
    if (this.#isPrompted) {
      if (character !== substitute && character !== escape) return this.#append(character)
      this.#isPrompted = false
      const text = this.#takeText()
      return this.#onText(character === escape ? null : text)
    }
    if (character === carriageReturn) return this.#onLine(this.#takeText().trim())
    this.#append(character)
  }

  /** No line needs more than that. */
  #append(character: string): void {
    if (this.#text.length < 4096) this.#text += character
  }

  #takeText(): string {
    const text = this.#text
    this.#text = ''
    return text
  }
}
