export const nav = {
  label: 'Główne',
  brand: 'Bramka Busbar',
  status: 'Stan',
  bus: 'Magistrala',
  units: 'Urządzenia',
  tasks: 'Zadania',
  settings: 'Ustawienia',
  files: 'Pliki',
  system: 'System',
  users: 'Użytkownicy',
  log: 'Dziennik',
  more: 'Więcej',
}

export const common = {
  loading: 'Wczytywanie',
  close: 'Zamknij',
  cancel: 'Anuluj',
  ambiguous: 'Zapis „{text}” można odczytać jako dwie różne liczby. Wybierz właściwą.',
  d: 'd',
  h: 'godz.',
  min: 'min',
  s: 's',
}

export const errors = {
  Unreachable: 'Bramka jest nieosiągalna. Czy działa i czy jesteś w jej sieci?',
  Unanswered: 'Odpowiedź nie nadeszła na czas.',
  ERROR_LOGIN: 'Nazwa użytkownika lub hasło jest błędne.',
  ERROR_LOGIN_WAIT: 'Zbyt wiele błędnych logowań stąd. Spróbuj później.',
  ERROR_TOKEN: 'Sesja wygasła. Zaloguj się ponownie.',
  ERROR_LEVEL: 'To może zrobić tylko administrator.',
  ERROR_DISK: 'Dysk bramki niczego nie przyjmuje: nic nie zapisano.',
  ERROR_BUSY: 'Zbyt wiele naraz. Spróbuj ponownie.',
  ERROR_TIME_SERVERS: 'Żaden serwer czasu nie odpowiedział.',
  ERROR_SERIAL_IS_SLAVE: 'Port odpowiada innemu masterowi, więc nie można szukać.',
  ERROR_SERIAL_NOT_OPEN: 'Port szeregowy nie jest otwarty.',
  ERROR_RS485_UNSUPPORTED: 'Port szeregowy nie obsługuje wybranego trybu RS-485. Zachowuje poprzedni tryb.',
  ERROR_RS485_ADJUSTED:
    'Port szeregowy używa innych opóźnień RS-485 lub nie ma terminacji: jego sterownik nie obsługuje wybranych wartości.',
  ERROR_RS485_HELPER:
    'Nie udało się ustawić trybu RS-485: brak programu busbar-tty lub wystąpił w nim błąd. Zawiera go pakiet Debiana bramki.',
  ERROR_FR_NOT_READY: 'Nie ma karty pamięci.',
  ERROR_FR_NOT_ENABLED: 'Karta została odłączona. Wyjmij i włóż ją lub uruchom ponownie.',
  ERROR_FR_NO_FILE: 'Nie ma takiego pliku.',
  ERROR_FR_NO_PATH: 'Nie ma takiego folderu.',
  ERROR_FR_INVALID_NAME: 'Karta przyjmuje tylko nazwy jak DATA1.TXT.',
  other: 'Nie udało się:',
}

export const login = {
  about: 'Własny panel urządzenia. Działa bez internetu.',
  username: 'Użytkownik',
  password: 'Hasło',
  firstRun: 'To nowe urządzenie. Zaloguj się jako admin; hasłem jest kod z ekranu urządzenia lub z pliku busbar.txt.',
  enter: 'Zaloguj',
  plainHttp:
    'To połączenie nie jest szyfrowane: w sieci po drodze można odczytać wszystko, co wpisujesz, także nowe hasła, kody PIN i klucze.',
  goEncrypted: 'Otwórz przez HTTPS',
}

export const bootFile = {
  line: 'busbar.txt, wiersz {line}: {problem}',
  encoding: 'plik jest za duży lub nie jest zwykłym tekstem.',
  name: 'nieznana nazwa.',
  value: 'wiersz nie ma postaci nazwa=wartość.',
  twice: 'nazwa występuje dwa razy; zastosowano pierwszy wiersz.',
  hostName: 'nazwa hosta musi mieć od 1 do 63 liter, cyfr i łączników.',
  code: 'kod musi mieć od 8 do 10 liter i cyfr, w tym co najmniej jedną literę i jedną cyfrę.',
  timeZone: 'nieznana strefa czasowa.',
  system: 'system odrzucił wartość.',
  done: 'pierwsze uruchomienie zakończono; zmień hasło tutaj.',
}

export const modes = {
  slave: 'slave',
  master: 'master',
  raw: 'surowy',
}

export const sources = {
  cloud: 'chmura',
  tcp: 'Modbus TCP',
  task: 'zadanie',
  api: 'panel lub API',
  search: 'szukanie',
  identify: 'rozpoznanie',
  other: 'inne',
}

export const cloudStates = {
  disabled: 'wyłączona',
  waiting: 'nieosiągalna, spróbuje znowu',
  connecting: 'łączenie',
  connected: 'połączono',
}

export const resets = {
  RST_CAUSE_BO: 'zbyt niskie zasilanie',
  RST_CAUSE_PO: 'po zaniku zasilania',
  RST_CAUSE_SW: 'uruchomione przez program',
  RST_CAUSE_IWDG: 'coś się zawiesiło i wystartowało od nowa',
}

export const more = {
  firstRun: 'Pierwsze uruchomienie',
  api: 'Opis API',
  look: 'Wygląd i język',
  theme: 'Kolory',
  system: 'System',
  light: 'Jasny',
  dark: 'Ciemny',
  language: 'Język',
  logOut: 'Wyloguj',
}
