import { readFile, writeFile } from 'node:fs/promises'
import { Refusal, shapeProblem } from '@busbar/wire/server'
import { type ExportOptions, exportOrg } from '../../transfer/export/export.ts'
import { type ImportAnswer, importOrg, planImport } from '../../transfer/import/import-org.ts'
import type { ImportSwitches } from '../../transfer/import/plan.rules.ts'
import { wholeDocument } from '../../transfer/transfer.contract.ts'
import { type Admin, AdminProblem, administrator } from './admin.ts'

interface OrgFile {
  orgId: number
  file: string
}

/** Writes an organization to a file that is not there yet, and that only its owner can read. */
export const exportOrgTo = async (
  admin: Admin,
  { orgId, file, ...options }: OrgFile & ExportOptions,
): Promise<void> => {
  await needOrg(admin, orgId)
  const document = await asAdminProblem(file, exportOrg(admin, administrator(admin), orgId, options))
  const text = `${JSON.stringify(document, null, 1)}\n`
  await writeFile(file, text, { mode: 0o600, flag: 'wx' }).catch((error: Error) => {
    throw new AdminProblem(`The file cannot be written: ${error.message}.`)
  })
}

interface OrgImport extends OrgFile {
  on: ImportSwitches
  /** Stores nothing. */
  isPlan: boolean
}

/** Adds what a file holds to an organization, of whatever size it is: all of it or nothing. */
export const importOrgFrom = async (admin: Admin, { orgId, file, on, isPlan }: OrgImport): Promise<ImportAnswer> => {
  await needOrg(admin, orgId)
  const part = wholeDocument.safeParse(await jsonIn(file))
  if (!part.success) throw new AdminProblem(shapeProblem(file, part.error.issues))
  const act = isPlan ? planImport : importOrg
  return asAdminProblem(file, act(admin, administrator(admin), orgId, part.data, on))
}

/** Refuses an organization that there is none of. */
export const needOrg = async ({ db: { sql } }: Admin, orgId: number): Promise<void> => {
  const [org] = await sql`select 1 from org where id = ${orgId}`
  if (org === undefined) throw new AdminProblem(`There is no organization ${orgId}.`)
}

const jsonIn = async (file: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new AdminProblem(`The file cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/** Reports refusals of the API in the same words; the request body is named as the file or files. */
export const asAdminProblem = async <T>(file: string | null, work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const plain =
      file === null ? error.message.replace(/^body\.\w+: /, '') : error.message.replace(/^body\./, `${file}.`)
    throw new AdminProblem(plain === '' ? error.code : plain)
  }
}
