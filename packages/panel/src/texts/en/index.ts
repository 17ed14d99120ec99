import { broker } from './broker.ts'
import { bus, frames, identity, ports, registers, units, verdicts } from './field.ts'
import { line } from './line.ts'
import { settingNames } from './setting-names.ts'
import { settingChoices, settingGroups, settings, transfer } from './settings.ts'
import { setup } from './setup.ts'
import { bootFile, cloudStates, common, errors, login, modes, more, nav, resets, sources } from './shell.ts'
import { status } from './status.ts'
import { files, https, log, system, updateStates, users } from './system.ts'
import { compileCodes, runCodes, taskExamples, tasks } from './tasks.ts'

export const en = {
  nav,
  common,
  errors,
  login,
  bootFile,
  modes,
  sources,
  cloudStates,
  resets,
  status,
  units,
  bus,
  verdicts,
  identity,
  frames,
  registers,
  line,
  settings,
  settingGroups,
  settingNames,
  settingChoices,
  ports,
  broker,
  transfer,
  files,
  system,
  updateStates,
  https,
  users,
  log,
  more,
  tasks,
  taskExamples,
  compileCodes,
  runCodes,
  setup,
}
