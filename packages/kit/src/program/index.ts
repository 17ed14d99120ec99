export { makeFolder } from './make-folder.ts'
export {
  fileOf,
  type SecretWays,
  type Setting,
  SettingProblem,
  type SettingsOf,
  setting,
  settingsReader,
} from './settings.ts'
export { Steps } from './steps.ts'
export { address, logLevel, onOff } from './values.ts'
