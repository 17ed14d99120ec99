import { median } from '../kit/median.ts'
import { table } from '../kit/print.ts'
import { type Candidate, candidates } from './candidates.ts'
import { type Sample, samples } from './data.ts'

const rounds = 7

/** The median of some rounds: microseconds of a day of one parameter. */
const microsOf = (columns: number, work: () => void): number => {
  const took: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const startedAt = performance.now()
    work()
    if (round > 0) took.push(((performance.now() - startedAt) * 1000) / columns)
  }
  return median(took)
}

const rowOf = ({ name, encode, decode }: Candidate, { columns }: Sample): string[] => {
  const encoded = columns.map((values) => encode(values))
  for (const [at, bytes] of encoded.entries()) {
    const isSame = decode(bytes).every((value, row) => Object.is(value, columns[at]?.[row]))
    if (!isSame) throw new Error(`${name}: column ${at} does not come back`)
  }
  const readings = columns.reduce((sum, { length }) => sum + length, 0)
  const bytes = encoded.reduce((sum, { length }) => sum + length, 0)
  const encodeUs = microsOf(columns.length, () => columns.forEach((values) => encode(values)))
  const decodeUs = microsOf(columns.length, () => encoded.forEach((one) => decode(one)))
  return [name, (bytes / readings).toFixed(3), encodeUs.toFixed(0), decodeUs.toFixed(0)]
}

for (const sample of samples()) {
  console.log(`\n${sample.name}: a day of ${sample.columns.length} parameters, read every 15 s\n`)
  const head = ['', 'bytes a reading', 'to write a day, us', 'to read it, us']
  console.log(table([head, ...candidates.map((candidate) => rowOf(candidate, sample))]))
}
