export { makeFolder } from './program/make-folder.ts'
export {
  fileOf,
  type SecretWays,
  type Setting,
  SettingProblem,
  type SettingsOf,
  setting,
  settingsReader,
} from './program/settings.ts'
export { Steps } from './program/steps.ts'
export { address, logLevel, onOff } from './program/values.ts'
