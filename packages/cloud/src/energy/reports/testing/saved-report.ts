import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { loadChunks } from '@busbar/readings'
import type { TestApi } from '../../../testing/api.ts'
import type { Row } from '../../testing/ledger.ts'
import type { Branch } from '../reports.contract.ts'

/** A branch with an id of its own. */
export const branchOf = (name: string, more: Partial<Branch> = {}): Branch => ({ id: randomUUID(), name, ...more })

export const saveReport = (
  api: TestApi,
  branches: readonly unknown[],
  more: { id?: string; as?: 'manager' | 'stranger'; orgId?: number; name?: string } = {},
) => {
  const { id, as = 'manager', orgId = api.orgId, name = 'Report' } = more
  return api.call(as, 'POST', `/org/${orgId}/resource-report/create/`, { ...(id && { id }), name, branches })
}

/** Saves it, and gives its id. */
export const savedReport = async (...args: Parameters<typeof saveReport>): Promise<string> => {
  const { status, body } = await saveReport(...args)
  assert.equal(status, 200, JSON.stringify(body))
  return (body as { reportId: string }).reportId
}

export interface ChartData {
  segments: { from: string; till: string; value: number | null; coverage: number; unmetered?: number | null }[]
  total: number | null
  coverage: number
  unmetered?: number | null
  setAside: { paramId: number; on: string; from: number; to: number; reason: string }[]
}

export const chartOf = async (
  api: TestApi,
  branchId: string,
  from: number | string,
  till: number | string,
  segment: string,
): Promise<ChartData> => {
  const body = { from: new Date(from).toISOString(), till: new Date(till).toISOString(), segment }
  const answer = await api.call('viewer', 'POST', `/resource-report/branch/${branchId}/chart-data/`, body)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body as ChartData
}

/** Stores readings as old ones are stored. */
export const loadRows = (api: TestApi, orgId: number, paramId: number, rows: readonly Row[]): Promise<void> => {
  const sorted = rows.toSorted(([a], [b]) => a - b)
  return loadChunks(api.service.db.sql, orgId, paramId, {
    times: Float64Array.from(sorted, ([on]) => on),
    values: Float64Array.from(sorted, ([, value]) => value),
  })
}
