import type { Handlers } from '@busbar/wire/server'
import type { Call } from '../../start/service.ts'
import type { importConfig } from './import-config.contract.ts'
import { sourceFiles } from './import-config.rules.ts'
import { importConfigs } from './import-config.ts'

export const importConfigHandlers: Handlers<typeof importConfig, Call> = {
  run: (call, { files, format = null, ...options }) =>
    importConfigs({ ...call, configs: call.workers.configs, signal: call.clientSignal() }, call, {
      ...options,
      format,
      files: sourceFiles(files),
    }),
}
