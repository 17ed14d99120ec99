import type { Database, Queries } from '@busbar/database'
import { filled, type ImportedPlan, type ImportFormat, noteTexts, questionTexts, type SourceFile } from '@busbar/import'
import type { Clock } from '@busbar/kit'
import { Refusal } from '@busbar/wire/server'
import { type Actor, record } from '../../accounts/audit/record.ts'
import type { Secrets } from '../../accounts/sealing/secrets.ts'
import { BoundedWorker, JobStopped, stoppedAnswer } from '../../server/bounded-worker.ts'
import { importPart } from '../import/import.ts'
import { DryRunRollback } from '../import/import-org.ts'
import { partOf, shownPlan } from './import-config.rules.ts'
import type { ReadJob, ReadResult } from './read-config-job.ts'

/** Networks that devices may be put into. */
const orgNets = (sql: Queries, orgId: number): Promise<{ id: number; name: string }[]> => sql<
  { id: number; name: string }[]
>`
  select id, name from net where org_id = ${orgId} order by name, id limit 2000`

const tooMuch =
  'body.files: reading them takes too long or too much memory; split them, or leave out what is not about devices'

/** Reads files into a plan, in a thread. What cannot be read is a wrong request. */
const readConfig = async ({ configReader, signal }: Readers, job: ReadJob): Promise<ImportedPlan> => {
  const result = await configReader.run(job, signal).catch((error: unknown) => {
    throw error instanceof JobStopped ? stoppedAnswer(error, tooMuch) : error
  })
  if ('problem' in result) throw new Refusal('IncorrectRequest', `body.files: ${result.problem}`)
  return result.plan
}

type ConfigReader = BoundedWorker<ReadJob, ReadResult>

export const createConfigReader = (clock: Clock): ConfigReader =>
  new BoundedWorker({ entry: new URL('./worker.ts', import.meta.url), clock, jobMsMax: 20_000, heapMbMax: 384 })

interface Readers {
  configReader: Pick<ConfigReader, 'run'>
  /** Ends reading when it is aborted. */
  signal?: AbortSignal
}

export interface ConfigImport {
  orgId: number
  files: readonly SourceFile[]
  format: ImportFormat | null
  answers: Readonly<Record<string, string>>
  isTemplatesOnly: boolean
  isDry: boolean
  startPolling: boolean
}

interface ImportParts extends Readers {
  db: Pick<Database, 'sql' | 'tx'>
  secrets: Secrets
}

/** Reads files and stores the result, all or nothing. A dry run makes the same checks and rolls back. */
export const importConfigs = async (parts: ImportParts, actor: Actor, options: ConfigImport) => {
  const { db, secrets } = parts
  const { orgId, files, format, answers, isTemplatesOnly, isDry, startPolling } = options
  const nets = await orgNets(db.sql, orgId)
  const imported = await readConfig(parts, { files, context: { answers, nets, isTemplatesOnly }, format })
  const unanswered = unansweredIds(imported, answers)
  if (!isDry && unanswered.length > 0) {
    throw new Refusal(
      'IncorrectRequest',
      `body.answers: there is no answer yet to ${unanswered.slice(0, 10).join(', ')}`,
    )
  }
  if (!isDry && imported.devices.length === 0) {
    throw new Refusal(
      'IncorrectRequest',
      'body.files: nothing in them can be read here; the notes of a dry run say why',
    )
  }
  const isImportable = unanswered.length === 0 && imported.devices.length > 0
  const enabled = { polling: startPolling, writing: false, alerts: false }
  const newIds = !isImportable
    ? null
    : await nullIfDry(() =>
        db.tx(async (tx) => {
          const stored = await importPart(tx, secrets, actor.now(), orgId, partOf(imported, isTemplatesOnly), enabled)
          if (isDry) throw new DryRunRollback(stored)
          const ids = idsOf(imported, stored)
          await record(tx, orgId, actor, {
            action: 'org.import-config',
            objectKind: 'org',
            objectId: orgId,
            after: { format: imported.format, files: files.map(({ name }) => name), ...ids, isPolled: startPolling },
          })
          return ids
        }),
      )
  return {
    ...answerOf(imported),
    isStored: newIds !== null,
    ...(newIds ?? { templateIds: [], netIds: [], deviceIds: [] }),
  }
}

/** Null where it was only a trial. */
const nullIfDry = async <T>(work: () => Promise<T>): Promise<T | null> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DryRunRollback) return null
    throw error
  }
}

const unansweredIds = ({ questions }: ImportedPlan, answers: Readonly<Record<string, string>>): string[] =>
  questions.filter((one) => one.default === null && (answers[one.id] ?? '').trim() === '').map(({ id }) => id)

type IdMap = Readonly<Record<string, number>>

/** New ids in the order of the plan. */
const idsOf = (
  { networks }: ImportedPlan,
  newIds: { templates: IdMap; networks: IdMap; devices: IdMap },
): { templateIds: number[]; netIds: number[]; deviceIds: number[] } => {
  const inOrder = (map: IdMap): number[] =>
    Object.entries(map)
      .toSorted(([a], [b]) => Number(a) - Number(b))
      .map(([, id]) => id)
  const netIds = networks.flatMap(({ existingId }, at) => existingId ?? newIds.networks[at + 1] ?? [])
  return { templateIds: inOrder(newIds.templates), netIds, deviceIds: inOrder(newIds.devices) }
}

const answerOf = (imported: ImportedPlan) => ({
  format: imported.format,
  plan: shownPlan(imported),
  notes: imported.notes.map((note) => ({ ...note, message: filled(noteTexts[note.code], note.args) })),
  questions: imported.questions.map((question) => ({
    ...question,
    choices: [...question.choices],
    text: filled(questionTexts[question.code], question.args),
  })),
})
