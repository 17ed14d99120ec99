export { makeFolder } from './make-folder.ts'
export {
  fileOf,
  type SecretSources,
  type Setting,
  SettingProblem,
  type SettingsOf,
  setting,
  settingsReader,
} from './settings.ts'
export { ShutdownSteps } from './steps.ts'
export { address, logLevel, onOff } from './values.ts'
