// Tests the tests: changes the core in one place at a time and looks whether a test notices. See docs/decisions/0031-mutants.md.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { root } from '../source.ts'
import { areas, type MutantArea } from './areas.ts'
import { describe } from './mutants.ts'
import { mutantsIn, type Survey, type SurveyOptions, sampleOf, scoreOf, survey } from './survey.ts'

const help = `npm run test:mutants -- [options]
  --only AREA[,AREA]   ${Object.keys(areas).join(', ')}
  --seed TEXT          which mutants come first; the same seed, the same mutants (default: another every time)
  --minutes N          ends after about so long, shared by the areas (default 60)
  --count N            at most so many mutants of each area
  --at PATH[:LINE]     only mutants of files whose path contains PATH, and of that line
  --list               prints the mutants in their order and runs none
  --verbose            prints every mutant that was run`

/** An area fails below this: nine of ten are aimed at; in a sample of fifty, chance and mutants without effect make up the rest. */
const scoreMin = 0.8
/** Chance decides in smaller samples, so they fail no run. */
const sampleMin = 30

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(areas).join(',') },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    minutes: { type: 'string', default: '60' },
    count: { type: 'string', default: 'Infinity' },
    at: { type: 'string' },
    list: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const chosen = (): [string, MutantArea][] =>
  values.only.split(',').map((name) => {
    const area = areas[name]
    if (area === undefined) throw new Error(`There is no area ${name}; there are ${Object.keys(areas).join(', ')}.`)
    return [name, area]
  })

const number = (name: 'minutes' | 'count'): number => {
  const value = Number(values[name])
  if (!(value > 0)) throw new Error(`--${name} wants a number above 0, not ${values[name]}.`)
  return value
}

const parseLocation = (text: string): { path: string; line: number | undefined } => {
  const [, path = text, line] = /^(.*?)(?::(\d+))?$/.exec(text) ?? []
  return { path, line: line === undefined ? undefined : Number(line) }
}

const percent = (score: number): string => (Number.isNaN(score) ? '-' : `${(score * 100).toFixed(1)}%`)

const row = (cells: readonly (string | number)[]): string =>
  cells.map((cell, at) => (at === 0 ? String(cell).padEnd(14) : String(cell).padStart(9))).join('')

const report = (surveys: readonly Survey[]): void => {
  for (const { area, survivors } of surveys) {
    if (survivors.length > 0) console.log(`\n${area}: survived`)
    for (const mutant of survivors.toSorted((a, b) =>
      a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1,
    )) {
      console.log(`  ${describe(mutant)}`)
    }
  }
  console.log(`\n${row(['area', 'known', 'run', 'killed', 'timeouts', 'survived', 'score'])}`)
  const total: Survey = {
    area: 'all',
    known: surveys.reduce((sum, { known }) => sum + known, 0),
    killed: surveys.reduce((sum, { killed }) => sum + killed, 0),
    timeouts: surveys.reduce((sum, { timeouts }) => sum + timeouts, 0),
    survivors: surveys.flatMap(({ survivors }) => survivors),
  }
  for (const one of surveys.length > 1 ? [...surveys, total] : surveys) {
    const { area, known, killed, timeouts, survivors } = one
    console.log(row([area, known, sampleOf(one), killed, timeouts, survivors.length, percent(scoreOf(one))]))
  }
}

const run = async (): Promise<void> => {
  const options: Omit<SurveyOptions, 'budgetMs'> = {
    root,
    seed: values.seed,
    countMax: number('count'),
    at: values.at === undefined ? undefined : parseLocation(values.at),
    onTrial: (mutant, outcome) => {
      if (values.verbose) console.log(`${outcome.padEnd(9)} ${describe(mutant)}`)
    },
  }
  if (values.list) {
    for (const [name, area] of chosen()) {
      for (const mutant of mutantsIn(area, options)) console.log(`${name.padEnd(14)}${describe(mutant)}`)
    }
    return
  }
  console.log(`seed ${values.seed}`)
  const deadline = performance.now() + number('minutes') * 60_000
  const surveys: Survey[] = []
  for (const [at, [name, area]] of chosen().entries()) {
    const budgetMs = (deadline - performance.now()) / (chosen().length - at)
    const done = await survey(name, area, { ...options, budgetMs })
    console.log(`${name}: ${percent(scoreOf(done))} of ${sampleOf(done)}`)
    surveys.push(done)
  }
  report(surveys)
  const low = surveys.filter((one) => sampleOf(one) >= sampleMin && scoreOf(one) < scoreMin)
  for (const one of low) console.log(`${one.area} is below ${percent(scoreMin)}.`)
  if (low.length > 0) process.exitCode = 1
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
if (values.help) console.log(help)
else await run()
