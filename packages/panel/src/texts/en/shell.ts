export const nav = {
  label: 'Main',
  brand: 'Busbar gateway',
  status: 'Status',
  bus: 'Bus',
  units: 'Units',
  tasks: 'Tasks',
  settings: 'Settings',
  files: 'Files',
  system: 'System',
  users: 'Users',
  log: 'Log',
  more: 'More',
}

export const common = {
  loading: 'Loading',
  close: 'Close',
  cancel: 'Cancel',
  ambiguous: '“{text}” can be read as two numbers. Choose one.',
  d: 'd',
  h: 'h',
  min: 'min',
  s: 's',
}

export const errors = {
  Unreachable: 'The gateway cannot be reached. Is it on, and are you in its network?',
  Unanswered: 'No answer came in time.',
  ERROR_LOGIN: 'The user name or the password is wrong.',
  ERROR_LOGIN_WAIT: 'Too many wrong logins from here. Try again in a while.',
  ERROR_TOKEN: 'The session has ended. Log in again.',
  ERROR_LEVEL: 'Only the administrator may do this.',
  ERROR_DISK: 'The disk of the gateway takes nothing: nothing was kept.',
  ERROR_BUSY: 'Too much is being done already. Try again.',
  ERROR_TIME_SERVERS: 'No time server answered.',
  ERROR_SERIAL_IS_SLAVE: 'The port answers another master now, so nobody can be searched.',
  ERROR_SERIAL_NOT_OPEN: 'The serial port is not open.',
  ERROR_RS485_UNSUPPORTED: 'The serial port does not support the selected RS-485 mode. It keeps its previous mode.',
  ERROR_RS485_ADJUSTED:
    'The serial port uses other RS-485 delays or no termination: its driver does not support the selected values.',
  ERROR_RS485_HELPER:
    'The RS-485 mode could not be set: the program busbar-tty is missing or failed. The Debian package of the gateway contains it.',
  ERROR_FR_NOT_READY: 'There is no memory card.',
  ERROR_FR_NOT_ENABLED: 'The card was let go of. Take it out and put it in, or reboot.',
  ERROR_FR_NO_FILE: 'There is no such file.',
  ERROR_FR_NO_PATH: 'There is no such folder.',
  ERROR_FR_INVALID_NAME: 'The card takes names like DATA1.TXT only.',
  other: 'It did not work:',
}

export const login = {
  about: "The box's own panel. It works without the internet.",
  username: 'User',
  password: 'Password',
  firstRun: 'This box is new. Log in as admin; the password is the code on its screen, or the one in busbar.txt.',
  enter: 'Log in',
  plainHttp:
    'This connection is not encrypted: anyone on the network path can read what you enter, including new passwords, PINs and keys.',
  goEncrypted: 'Open with HTTPS',
}

export const bootFile = {
  line: 'busbar.txt, line {line}: {problem}',
  encoding: 'the file is too large or not plain text.',
  name: 'the name is unknown.',
  value: 'the line is not of the form name=value.',
  twice: 'the name occurs twice; the first line was applied.',
  hostName: 'the host name must consist of 1 to 63 letters, digits and hyphens.',
  code: 'the code must have 8 to 10 letters and digits, at least one of each.',
  timeZone: 'the time zone is unknown.',
  system: 'the system refused the value.',
  done: 'the first run is done; change the password here.',
}

export const modes = {
  slave: 'slave',
  master: 'master',
  raw: 'raw',
}

export const sources = {
  cloud: 'cloud',
  tcp: 'Modbus TCP',
  task: 'task',
  api: 'panel or API',
  search: 'search',
  identify: 'identification',
  other: 'other',
}

export const cloudStates = {
  disabled: 'off',
  waiting: 'not reached, tries again',
  connecting: 'connecting',
  connected: 'connected',
}

export const resets = {
  RST_CAUSE_BO: 'the supply was too low',
  RST_CAUSE_PO: 'after a power cut',
  RST_CAUSE_SW: 'started by the program',
  RST_CAUSE_IWDG: 'something hung and was started anew',
}

export const more = {
  firstRun: 'First run',
  api: 'Reference of the API',
  look: 'Look and language',
  theme: 'Colours',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  language: 'Language',
  logOut: 'Log out',
}
