import { type MutantArea, sourcesOf, testsOf } from './areas.ts'
import { type Mutant, mutantsOf, shuffled } from './mutants.ts'
import { runTrial } from './trial.ts'

export interface Survey {
  area: string
  /** How many mutants there are; the sample is what was run of them. */
  known: number
  killed: number
  timeouts: number
  survivors: Mutant[]
}

export interface SurveyOptions {
  root: string
  seed: string
  /** How long it may take; nothing is begun later. */
  budgetMs: number
  /** How many mutants at most. */
  countMax: number
  /** Time limit of a process besides its tests. */
  startMs?: number
  /** Only mutants of files whose path contains this, and perhaps of one line. */
  at?: { path: string; line: number | undefined } | undefined
  /** Called after every mutant. */
  onTrial?: (mutant: Mutant, outcome: string) => void
}

/** Tests that answer a mutant take longer than those that pass: what fails is made smaller first. */
const slowness = 4
const firstMs = 300_000

/** A mutant that hangs was noticed, too: what never ends is not merged. */
export const sampleOf = ({ killed, timeouts, survivors }: Survey): number => killed + timeouts + survivors.length
export const scoreOf = (survey: Survey): number => (survey.killed + survey.timeouts) / sampleOf(survey)

export const mutantsIn = (
  area: MutantArea,
  { root, seed, at }: Pick<SurveyOptions, 'root' | 'seed' | 'at'>,
): Mutant[] => {
  const isSelected = (mutant: Mutant): boolean =>
    at === undefined || (mutant.path.includes(at.path) && (at.line === undefined || at.line === mutant.line))
  const all = sourcesOf(root, area).flatMap((path) => mutantsOf(root, path))
  return shuffled(all.filter(isSelected), seed)
}

export const survey = async (name: string, area: MutantArea, options: SurveyOptions): Promise<Survey> => {
  const { root, budgetMs, countMax, startMs = 10_000, onTrial } = options
  const deadline = performance.now() + budgetMs
  const mutants = mutantsIn(area, options)
  const result: Survey = { area: name, known: mutants.length, killed: 0, timeouts: 0, survivors: [] }
  if (mutants.length === 0) return result
  const tests = testsOf(root, area)
  const { outcome, tookMs } = await runTrial(root, tests, firstMs)
  if (outcome !== 'survived') throw new Error(`${name}: its tests fail without any mutant`)
  for (const mutant of mutants.slice(0, countMax)) {
    if (performance.now() > deadline) break
    const trial = await runTrial(root, tests, startMs + Math.round(slowness * tookMs), mutant)
    if (trial.outcome === 'killed') result.killed += 1
    else if (trial.outcome === 'timeout') result.timeouts += 1
    else result.survivors.push(mutant)
    onTrial?.(mutant, trial.outcome)
  }
  return result
}
