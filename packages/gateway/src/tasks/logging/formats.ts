import type { LogFormat } from './column.ts'
import { csv } from './csv.ts'
import { dat } from './dat.ts'
import type { TasksLogging } from './settings.ts'

/** By the setting's number. */
export const formats: Readonly<Record<Exclude<TasksLogging['format'], null>, LogFormat>> = {
  1: dat,
  2: csv(';', true),
  3: csv(',', true),
  4: csv('\t', true),
  5: csv(';', false),
  6: csv(',', false),
  7: csv('\t', false),
}
