import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { ImportFormat, SourceFile } from '@busbar/import'
import { monotonicClock } from '@busbar/kit'
import { type ConfigImport, createConfigReader, importConfigs } from '../../transfer/import-config/import-config.ts'
import { type Admin, AdminProblem, administrator } from './admin.ts'
import { asAdminProblem, needOrg } from './transfer.ts'

interface ConfigImportOptions extends Pick<ConfigImport, 'orgId' | 'isTemplatesOnly' | 'isDry' | 'startPolling'> {
  files: readonly string[]
  format: ImportFormat | null
  /** A file with answers, as JSON. */
  answersFile: string | null
}

export type ConfigOutcome = Awaited<ReturnType<typeof importConfigs>>

/** A file is a megabyte at most, as over HTTP. */
const bytesMax = 1_048_576

/** Imports device definitions of other programs from files. */
export const importConfigFrom = async (admin: Admin, options: ConfigImportOptions): Promise<ConfigOutcome> => {
  const { files, answersFile, ...rest } = options
  await needOrg(admin, options.orgId)
  const answers = answersFile === null ? {} : await answersIn(answersFile)
  const read = await Promise.all(files.map(fileAt))
  const configReader = createConfigReader(monotonicClock)
  try {
    return await asAdminProblem(
      null,
      importConfigs({ ...admin, configReader }, administrator(admin), { ...rest, files: read, answers }),
    )
  } finally {
    await configReader.stop()
  }
}

const fileAt = async (path: string): Promise<SourceFile> => {
  const bytes = await bytesAt(path)
  const isText = !/\.xlsx$/i.test(path)
  return { name: basename(path), content: isText ? bytes.toString('utf8') : new Uint8Array(bytes) }
}

const answersIn = async (path: string): Promise<Record<string, string>> => {
  const answers: unknown = JSON.parse((await bytesAt(path)).toString('utf8'))
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) {
    throw new AdminProblem(`${path} must hold answers like {"unit:1": "5"}.`)
  }
  return Object.fromEntries(Object.entries(answers).map(([id, answer]) => [id, String(answer)]))
}

const bytesAt = async (path: string): Promise<Buffer> => {
  try {
    if ((await stat(path)).size > bytesMax) throw new Error(`it is larger than ${bytesMax} bytes`)
    return await readFile(path)
  } catch (error) {
    throw new AdminProblem(
      `The file ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}
