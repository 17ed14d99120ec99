export const nav = {
  label: 'Головне',
  brand: 'Шлюз Busbar',
  status: 'Стан',
  bus: 'Шина',
  units: 'Пристрої',
  tasks: 'Завдання',
  settings: 'Налаштування',
  files: 'Файли',
  system: 'Система',
  users: 'Користувачі',
  log: 'Журнал',
  more: 'Ще',
}

export const common = {
  loading: 'Завантаження',
  close: 'Закрити',
  cancel: 'Скасувати',
  ambiguous: 'Запис «{text}» можна прочитати як два різні числа. Виберіть потрібне.',
  d: 'дн',
  h: 'год',
  min: 'хв',
  s: 'с',
}

export const errors = {
  Unreachable: 'Шлюз недоступний. Він увімкнений, і ви в його мережі?',
  Unanswered: 'Відповідь не надійшла вчасно.',
  ERROR_LOGIN: 'Ім’я або пароль неправильні.',
  ERROR_LOGIN_WAIT: 'Забагато хибних входів звідси. Спробуйте пізніше.',
  ERROR_TOKEN: 'Сеанс завершено. Увійдіть знову.',
  ERROR_LEVEL: 'Це може лише адміністратор.',
  ERROR_DISK: 'Диск шлюзу нічого не приймає: нічого не збережено.',
  ERROR_BUSY: 'Забагато одразу. Спробуйте ще раз.',
  ERROR_TIME_SERVERS: 'Жоден сервер часу не відповів.',
  ERROR_SERIAL_IS_SLAVE: 'Порт відповідає іншому майстру, тож шукати не можна.',
  ERROR_SERIAL_NOT_OPEN: 'Послідовний порт не відкрито.',
  ERROR_RS485_UNSUPPORTED: 'Послідовний порт не підтримує вибраний режим RS-485. Він зберігає попередній режим.',
  ERROR_RS485_ADJUSTED:
    'Послідовний порт використовує інші затримки RS-485 або не вмикає термінатор: його драйвер не підтримує вибрані значення.',
  ERROR_RS485_HELPER:
    'Не вдалося встановити режим RS-485: програма busbar-tty відсутня або завершилася з помилкою. Вона входить до пакета Debian шлюзу.',
  ERROR_FR_NOT_READY: 'Картки пам’яті немає.',
  ERROR_FR_NOT_ENABLED: 'Картку відпущено. Вийміть і вставте її або перезапустіть.',
  ERROR_FR_NO_FILE: 'Такого файлу немає.',
  ERROR_FR_NO_PATH: 'Такої теки немає.',
  ERROR_FR_INVALID_NAME: 'Картка приймає лише назви на кшталт DATA1.TXT.',
  other: 'Не вдалося:',
}

export const login = {
  about: 'Власна панель пристрою. Працює без інтернету.',
  username: 'Користувач',
  password: 'Пароль',
  hint: 'Перший пароль admin надруковано під час першого запуску.',
  enter: 'Увійти',
  plainHttp:
    'З’єднання не зашифроване: у мережі на шляху можна прочитати все, що ви вводите, зокрема нові паролі, PIN-коди й ключі.',
  goEncrypted: 'Відкрити через HTTPS',
}

export const modes = {
  slave: 'ведений',
  master: 'ведучий',
  raw: 'прозорий',
}

export const sources = {
  cloud: 'хмара',
  tcp: 'Modbus TCP',
  task: 'завдання',
  api: 'панель або API',
  search: 'пошук',
  identify: 'розпізнавання',
  other: 'інше',
}

export const cloudStates = {
  disabled: 'вимкнено',
  waiting: 'немає зв’язку, спроби тривають',
  connecting: 'з’єднується',
  connected: 'на зв’язку',
}

export const resets = {
  RST_CAUSE_BO: 'живлення було занизьким',
  RST_CAUSE_PO: 'після зникнення живлення',
  RST_CAUSE_SW: 'запущено програмою',
  RST_CAUSE_IWDG: 'щось зависло й запущене знову',
}

export const more = {
  firstRun: 'Перший запуск',
  api: 'Довідник API',
  look: 'Вигляд і мова',
  theme: 'Кольори',
  system: 'Система',
  light: 'Світлий',
  dark: 'Темний',
  language: 'Мова',
  logOut: 'Вийти',
}
