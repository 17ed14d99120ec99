export const nav = {
  label: 'Главное',
  brand: 'Шлюз Busbar',
  status: 'Состояние',
  bus: 'Шина',
  units: 'Устройства',
  tasks: 'Задачи',
  settings: 'Настройки',
  files: 'Файлы',
  system: 'Система',
  users: 'Пользователи',
  log: 'Журнал',
  more: 'Ещё',
}

export const common = {
  loading: 'Загрузка',
  close: 'Закрыть',
  cancel: 'Отмена',
  ambiguous: 'Запись «{text}» можно прочитать как два разных числа. Выберите нужное.',
  d: 'дн',
  h: 'ч',
  min: 'мин',
  s: 'с',
}

export const errors = {
  Unreachable: 'Шлюз недоступен. Он включён, и вы в его сети?',
  Unanswered: 'Ответ не пришёл вовремя.',
  ERROR_LOGIN: 'Имя или пароль неверны.',
  ERROR_LOGIN_WAIT: 'Слишком много неверных входов отсюда. Попробуйте позже.',
  ERROR_TOKEN: 'Сеанс завершён. Войдите снова.',
  ERROR_LEVEL: 'Это может только администратор.',
  ERROR_DISK: 'Диск шлюза ничего не принимает: ничего не сохранено.',
  ERROR_BUSY: 'Слишком много сразу. Попробуйте ещё раз.',
  ERROR_TIME_SERVERS: 'Ни один сервер времени не ответил.',
  ERROR_SERIAL_IS_SLAVE: 'Порт отвечает другому мастеру, поэтому искать нельзя.',
  ERROR_SERIAL_NOT_OPEN: 'Последовательный порт не открыт.',
  ERROR_RS485_UNSUPPORTED: 'Последовательный порт не поддерживает выбранный режим RS-485. Он сохраняет прежний режим.',
  ERROR_RS485_ADJUSTED:
    'Последовательный порт использует другие задержки RS-485 или не включает терминатор: его драйвер не поддерживает выбранные значения.',
  ERROR_RS485_HELPER:
    'Не удалось установить режим RS-485: программа busbar-tty отсутствует или завершилась с ошибкой. Она входит в пакет Debian шлюза.',
  ERROR_FR_NOT_READY: 'Карты памяти нет.',
  ERROR_FR_NOT_ENABLED: 'Карта отпущена. Выньте и вставьте её или перезапустите.',
  ERROR_FR_NO_FILE: 'Такого файла нет.',
  ERROR_FR_NO_PATH: 'Такой папки нет.',
  ERROR_FR_INVALID_NAME: 'Карта принимает только имена вида DATA1.TXT.',
  other: 'Не получилось:',
}

export const login = {
  about: 'Собственная панель устройства. Работает без интернета.',
  username: 'Пользователь',
  password: 'Пароль',
  hint: 'Первый пароль admin напечатан при первом запуске.',
  enter: 'Войти',
  plainHttp:
    'Соединение не зашифровано: в сети по пути можно прочитать всё, что вы вводите, в том числе новые пароли, PIN-коды и ключи.',
  goEncrypted: 'Открыть по HTTPS',
}

export const modes = {
  slave: 'ведомый',
  master: 'ведущий',
  raw: 'прозрачный',
}

export const sources = {
  cloud: 'облако',
  tcp: 'Modbus TCP',
  task: 'задача',
  api: 'панель или API',
  search: 'поиск',
  identify: 'опознание',
  other: 'другое',
}

export const cloudStates = {
  disabled: 'выключено',
  waiting: 'нет связи, попытки продолжаются',
  connecting: 'соединяется',
  connected: 'на связи',
}

export const resets = {
  RST_CAUSE_BO: 'питание было слишком низким',
  RST_CAUSE_PO: 'после отключения питания',
  RST_CAUSE_SW: 'запущено программой',
  RST_CAUSE_IWDG: 'что-то зависло и запущено заново',
}

export const more = {
  firstRun: 'Первый запуск',
  api: 'Справочник API',
  look: 'Вид и язык',
  theme: 'Цвета',
  system: 'Система',
  light: 'Светлый',
  dark: 'Тёмный',
  language: 'Язык',
  logOut: 'Выйти',
}
