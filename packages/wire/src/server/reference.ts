import { setImmediate as nextTurn } from 'node:timers/promises'
import { type OpenApiDocument, openApiPieces } from '../openapi/document.ts'
import { referencePieces } from '../openapi/page/page.ts'

/** Others wait no longer than this. */
const turnMs = 10

/** Work that can be interrupted at each `yield`, with turns for others between. */
const inTurns = async <T>(work: Generator<undefined, T>): Promise<T> => {
  for (let beganAt = performance.now(); ; ) {
    const step = work.next()
    if (step.done === true) return step.value
    if (performance.now() - beganAt < turnMs) continue
    await nextTurn()
    beganAt = performance.now()
  }
}

/** The document of an API for programs and for people. Few ask for it: it is made at the first request, and not in one go. */
export class Reference {
  readonly #pieces: () => Generator<undefined, OpenApiDocument>
  #document: Promise<OpenApiDocument> | undefined
  #json: Promise<string> | undefined
  #page: Promise<string> | undefined

  constructor(...contract: Parameters<typeof openApiPieces>) {
    this.#pieces = () => openApiPieces(...contract)
  }

  document(): Promise<OpenApiDocument> {
    this.#document ??= inTurns(this.#pieces())
    return this.#document
  }

  json(): Promise<string> {
    this.#json ??= this.document().then((document) => JSON.stringify(document))
    return this.#json
  }

  page(): Promise<string> {
    this.#page ??= this.document().then((document) => inTurns(referencePieces(document)))
    return this.#page
  }
}
