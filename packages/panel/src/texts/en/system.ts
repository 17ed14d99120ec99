export const files = {
  up: 'Up',
  empty: 'Nothing here.',
  remove: 'Remove',
  removeName: 'Remove {name}',
  removeTitle: 'Remove {name}?',
  removeAbout: 'It cannot be brought back.',
  upload: 'Upload here',
  uploadHint: 'Names as DATA1.TXT',
  uploading: 'Uploading: {percent} %',
  eject: 'Let go of the card',
  ejectHint: 'Before it is taken out. Tasks and logs stop.',
}

export const system = {
  release: 'Release',
  runs: 'Runs',
  available: 'At the server',
  onCard: 'On the card',
  state: 'State',
  releaseSettings: 'Where from and when',
  clock: 'Clock',
  fromPhone: "Set to this device's time",
  fromServers: 'Ask the time servers',
  timeSet: 'The clock is set.',
  start: 'Start anew',
  reboot: 'Reboot',
  rebootTitle: 'Reboot the gateway?',
  rebootAbout: 'It takes seconds. Tasks and links begin anew, saved settings count, and you log in again.',
  reset: 'Factory reset',
  resetTitle: 'Reset all settings?',
  resetAbout: 'All settings become those of a new box, but for the password of admin. Then it reboots.',
  resetDone: 'The settings are those of a new box.',
  typeWord: 'To confirm, type',
  update: 'Update now',
  updateTitle: 'Fetch and install the newest release?',
  updateAbout:
    'From the server of the settings, and only what its signature proves. Then the gateway starts anew; where the release does not prove itself, the version before it comes back.',
  updateBegun: 'The update is begun.',
  wanted: 'The newest release is being fetched and installed.',
  onTrial: 'This release is on trial: it stays if all is well for another {left}.',
  trialBegins: 'This release is on trial: it stays if all is well until the trial ends.',
  trialProblem:
    'This release is on trial, and something does not work: {problem}. In {left} the version before it comes back.',
  takenBack: 'Taken back, since they did not prove themselves: {versions}.',
  cannotInstall: 'This box cannot install releases: one that is fetched waits on the card.',
}

export const updateStates = {
  SERVER_FILE_UNKNOWN: 'not asked yet',
  DOWNLOADER_BUSY: 'waits its turn',
  CARD_ABSENT: 'no card',
  CARD_NOT_READY: 'card not ready',
  CARD_FILES_CHECKING: 'looks at the card',
  SERVER_FILE_UPDATED_READY: 'a new release is there',
  SERVER_FILE_DOWNLOADING: 'downloads',
  DOWNLOADED_FILE_CHECKING_INTEGRITY: 'checks that it is whole',
  DOWNLOADED_FILE_CHECKING_APPLICABILITY: 'checks that it fits',
  DOWNLOADED_FILE_SAVING: 'saves',
  SERVER_FILE_VERSION_MATCHES_SAVED: 'up to date',
}

export const users = {
  level2: 'level 2: everything',
  level1: 'level 1: looks',
  userThere: 'The user can log in.',
  noUser: 'There is no user until it has a password.',
  removeUser: 'Take the user away',
  button: 'Button',
  buttonAbout: 'As at the box: everybody near has level 1 for a while, and a cloud may bind this gateway for a day.',
  isPressed: 'Open to everybody now.',
  press: 'Press the button',
  newPassword: 'New password',
  rule: '5 to {max} characters, no spaces',
  repeat: 'Once more',
  differ: 'The two differ.',
  changed: 'The password is changed, from now on.',
  set: 'Set the password',
}

export const log = {
  title: 'Log',
  about: 'newest first, since the start',
  show: 'Show',
  all: 'All',
  problems: 'Problems',
  nothing: 'Nothing was logged.',
}

export const https = {
  about:
    'The gateway issued its certificate itself, so browsers show a warning. Compare this SHA-256 fingerprint with the one that the browser shows.',
  qr: 'QR code of the fingerprint',
  scan: 'Scan the code to take the fingerprint to another device, or print it on the label of the gateway.',
  unavailable: 'HTTPS is not available:',
  off: 'HTTPS is switched off.',
  port: 'port {port}',
}
