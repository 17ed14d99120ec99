import { Refusal } from '@busbar/wire/server'
import { type ProblemKind, SettingsProblem } from '../../settings/problem.ts'
import { onDisk } from '../on-disk.ts'

const codes: Readonly<Record<ProblemKind, string>> = {
  unknown: 'ERROR_REQUEST',
  value: 'ERROR_REQUEST',
  level: 'ERROR_LEVEL',
  busy: 'ERROR_BUSY',
}

/** Converts a settings problem into a refusal, because the caller caused it. */
export const onSettings = async <T>(act: () => T | Promise<T>): Promise<T> => {
  try {
    return await onDisk(act)
  } catch (error) {
    throw error instanceof SettingsProblem ? new Refusal(codes[error.kind], error.message) : error
  }
}
