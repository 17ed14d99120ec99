import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import type { ExportedReading } from './lines.rules.ts'

/** Rows that are held before they are written: whole columns of a million rows take hundreds of megabytes. */
const groupRows = 100_000

/** Writes readings as Parquet, a group of rows at a time; what is done is handed out by `take`. */
export class ParquetRows {
  readonly #bytes = new ByteWriter()
  readonly #file: ParquetWriter
  #times: Date[] = []
  #ids: number[] = []
  #values: (number | null)[] = []
  #texts: (string | null)[] = []

  constructor() {
    this.#file = new ParquetWriter({
      writer: this.#bytes,
      schema: schemaFromColumnData({ columnData: this.#columns() }),
    })
  }

  add(paramId: number, { time, value, text }: ExportedReading): void {
    this.#times.push(new Date(time))
    this.#ids.push(paramId)
    this.#values.push(Number.isNaN(value) ? null : value)
    this.#texts.push(text ?? null)
    if (this.#times.length >= groupRows) this.#writeGroup()
  }

  finish(): void {
    if (this.#times.length > 0) this.#writeGroup()
    void this.#file.finish()
  }

  /** Returns the bytes written since the last call. */
  take(): Uint8Array {
    const taken = this.#bytes.getBytes().slice()
    // Places in the file go on; only the buffer starts again.
    this.#bytes.index = 0
    return taken
  }

  #columns() {
    return [
      { name: 'time', data: this.#times, type: 'TIMESTAMP', nullable: false },
      { name: 'param_id', data: this.#ids, type: 'INT32', nullable: false },
      { name: 'value', data: this.#values, type: 'DOUBLE', nullable: true },
      { name: 'text', data: this.#texts, type: 'STRING', nullable: true },
    ] as const satisfies { name: string; data: readonly unknown[]; type: string; nullable: boolean }[]
  }

  #writeGroup(): void {
    void this.#file.write({ columnData: [...this.#columns()], rowGroupSize: groupRows })
    this.#times = []
    this.#ids = []
    this.#values = []
    this.#texts = []
  }
}
