import { castOf, encodeValue, Json, type Value } from './values.ts'

// biome-ignore lint/suspicious/noExplicitAny: a column is what its statement says it is, which the compiler cannot see
export type Row = Record<string, any>
/** Rows of a result, and the number of rows that a change affected. */
export type Rows<T extends readonly unknown[] = Row[]> = T & { readonly count: number }

/** A statement as it is sent. Without a name it is not kept prepared. */
export interface PreparedStatement {
  text: string
  values: readonly (string | Buffer | null)[]
  name: string | undefined
  /** Rows are lists of texts as the server wrote them. */
  isRaw: boolean
  /** Result columns that are declared by `columns`. */
  declared: readonly DeclaredColumn[]
}

export type SendStatement = (statement: PreparedStatement) => Promise<Rows>

/** A result column that a statement declares. */
export interface DeclaredColumn {
  alias: string
  type: string
  isNullable: boolean
}

/** Text that is written into a statement as it is. */
export class Fragment {
  readonly text: string
  /** Result columns, if the text is a select list. */
  readonly declared: readonly DeclaredColumn[]

  constructor(text: string, declared: readonly DeclaredColumn[] = []) {
    this.text = text
    this.declared = declared
  }
}

const quotedName = (name: string): Fragment =>
  new Fragment(
    name
      .split('.')
      .map((part) => `"${part.replaceAll('"', '""')}"`)
      .join('.'),
  )

/** `(columns) values (...), (...)` of an insert. All rows have the columns of the first one. */
class NewRows {
  readonly rows: readonly Readonly<Record<string, Value>>[]

  constructor(rows: readonly object[]) {
    this.rows = rows as readonly Readonly<Record<string, Value>>[]
  }
}

/** Statements that are kept prepared per connection; further ones are not prepared. */
const namedMax = 2_000
const names = new Map<string, string>()

const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= namedMax) return known
  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}

/**
 * A statement or a part of one. It is sent when awaited, at most once. As a value within another statement it becomes
 * part of that one.
 */
export class Statement<T extends readonly unknown[] = Row[]> implements Promise<Rows<T>> {
  readonly [Symbol.toStringTag] = 'Statement'
  readonly #send: SendStatement
  readonly #strings: readonly string[]
  readonly #values: readonly unknown[]
  readonly #isNamed: boolean
  #isRaw = false
  #answer: Promise<Rows<T>> | null = null

  constructor(send: SendStatement, strings: readonly string[], values: readonly unknown[], isNamed: boolean) {
    this.#send = send
    this.#strings = strings
    this.#values = values
    this.#isNamed = isNamed
  }

  /** Returns rows as lists of texts, as the server wrote them. */
  raw(): Statement<(string | null)[][]> {
    this.#isRaw = true
    return this as unknown as Statement<(string | null)[][]>
  }

  /** Sends the statement before it is awaited. */
  execute(): this {
    this.#answer ??= this.#ask()
    // A later `await` still receives the failure.
    this.#answer.catch(() => {})
    return this
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a part of a statement and a statement are written alike
  then<Done = Rows<T>, Failed = never>(
    onDone?: ((rows: Rows<T>) => Done | PromiseLike<Done>) | null,
    onFailed?: ((error: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return (this.#answer ??= this.#ask()).then(onDone, onFailed)
  }

  catch<Failed>(onFailed?: ((error: unknown) => Failed | PromiseLike<Failed>) | null): Promise<Rows<T> | Failed> {
    return this.then(undefined, onFailed)
  }

  finally(act?: (() => void) | null): Promise<Rows<T>> {
    return (this.#answer ??= this.#ask()).finally(act)
  }

  async #ask(): Promise<Rows<T>> {
    const writer = new Writer()
    this.writeTo(writer)
    const name = this.#isNamed && writer.isLasting ? nameOf(writer.text) : undefined
    return (await this.#send({
      text: writer.text,
      values: writer.values,
      name,
      isRaw: this.#isRaw,
      declared: writer.declared,
    })) as unknown as Rows<T>
  }

  writeTo(writer: Writer): void {
    const values = this.#values
    writer.text += this.#strings[0] ?? ''
    for (let i = 0; i < values.length; i += 1) {
      writer.write(values[i])
      writer.text += this.#strings[i + 1] ?? ''
    }
  }
}

const noColumns: readonly DeclaredColumn[] = []

/** Collects the text and the values of a statement. */
class Writer {
  readonly values: (string | Buffer | null)[] = []
  text = ''
  declared: readonly DeclaredColumn[] = noColumns
  /** True if the same text will be sent again, so that preparing it pays off. */
  isLasting = true

  write(value: unknown): void {
    if (value instanceof Statement) value.writeTo(this)
    else if (value instanceof Fragment) this.#writeFragment(value)
    else if (value instanceof NewRows) this.#writeRows(value.rows)
    else this.#writeValue(value)
  }

  #writeFragment({ text, declared }: Fragment): void {
    this.text += text
    if (declared.length > 0) this.declared = [...this.declared, ...declared]
  }

  #writeValue(value: unknown): void {
    this.values.push(encodeValue(value))
    this.text += `$${this.values.length}${castOf(value)}`
  }

  #writeRows(rows: readonly Readonly<Record<string, Value>>[]): void {
    const columns = Object.keys(rows[0] ?? {})
    if (columns.length === 0) throw new TypeError('an insert requires at least one row')
    if (rows.length > 1) this.isLasting = false
    this.text += `(${columns.map((column) => quotedName(column).text).join()}) values `
    for (const [at, row] of rows.entries()) {
      this.text += at === 0 ? '(' : ',('
      for (const [place, column] of columns.entries()) {
        if (place > 0) this.text += ','
        this.write(row[column])
      }
      this.text += ')'
    }
  }
}

/** Runs statements in the pool or in a transaction. */
export interface Queries {
  <T extends readonly unknown[] = Row[]>(strings: TemplateStringsArray, ...values: readonly Value[]): Statement<T>
  /** Quotes the name of a table or column. */
  (name: string): Fragment
  /** Text that follows `insert into <table>`. */
  (rows: object | readonly object[]): NewRows
  json(value: unknown): Json
  /** Literal text: one statement, several, or a part of one. */
  unsafe<T extends readonly unknown[] = Row[]>(text: string): Statement<T>
}

export const queriesBy = (send: SendStatement): Queries => {
  const tag = (first: TemplateStringsArray | string | object, ...values: readonly unknown[]): unknown => {
    if (typeof first === 'string') return quotedName(first)
    if (Array.isArray(first) && 'raw' in first) return new Statement(send, first as readonly string[], values, true)
    return new NewRows(Array.isArray(first) ? (first as readonly object[]) : [first])
  }
  return Object.assign(tag, {
    json: (value: unknown) => new Json(value),
    unsafe: (text: string) => new Statement(send, [text], [], false),
  }) as unknown as Queries
}
