export const files = {
  up: 'W górę',
  empty: 'Nic tu nie ma.',
  remove: 'Usuń',
  removeName: 'Usuń {name}',
  removeTitle: 'Usunąć {name}?',
  removeAbout: 'Nie da się tego cofnąć.',
  upload: 'Prześlij tutaj',
  uploadHint: 'Nazwy jak DATA1.TXT',
  uploading: 'Przesyłanie: {percent} %',
  eject: 'Odłącz kartę',
  ejectHint: 'Zanim ją wyjmiesz. Zadania i dzienniki staną.',
}

export const system = {
  release: 'Wydanie',
  runs: 'Działa',
  available: 'Na serwerze',
  onCard: 'Na karcie',
  state: 'Stan',
  releaseSettings: 'Skąd i kiedy',
  clock: 'Zegar',
  fromPhone: 'Ustaw według tego urządzenia',
  fromServers: 'Zapytaj serwery czasu',
  timeSet: 'Zegar ustawiony.',
  start: 'Uruchom od nowa',
  reboot: 'Uruchom ponownie',
  rebootTitle: 'Uruchomić bramkę ponownie?',
  rebootAbout: 'Trwa sekundy. Zadania i połączenia zaczną od nowa, ustawienia zadziałają, zalogujesz się ponownie.',
  reset: 'Ustawienia fabryczne',
  resetTitle: 'Przywrócić wszystkie ustawienia?',
  resetAbout: 'Wszystkie ustawienia jak w nowym urządzeniu, poza hasłem admin. Potem restart.',
  resetDone: 'Ustawienia są jak w nowym urządzeniu.',
  typeWord: 'Aby potwierdzić, wpisz',
  update: 'Aktualizuj teraz',
  updateTitle: 'Pobrać i zainstalować najnowsze wydanie?',
  updateAbout:
    'Z serwera z ustawień i tylko to, co potwierdza podpis. Potem bramka uruchomi się od nowa; jeśli wydanie się nie sprawdzi, poprzednia wersja wróci.',
  updateBegun: 'Aktualizacja rozpoczęta.',
  wanted: 'Najnowsze wydanie jest pobierane i instalowane.',
  onTrial: 'To wydanie jest na próbie: zostanie, jeśli wszystko będzie działać jeszcze {left}.',
  trialBegins: 'To wydanie jest na próbie: zostanie, jeśli wszystko będzie działać do końca próby.',
  trialProblem: 'To wydanie jest na próbie i coś nie działa: {problem}. Za {left} wróci poprzednia wersja.',
  takenBack: 'Cofnięte, bo się nie sprawdziły: {versions}.',
  cannotInstall: 'To urządzenie nie może instalować wydań: pobrane czeka na karcie.',
}

export const updateStates = {
  SERVER_FILE_UNKNOWN: 'jeszcze nie pytano',
  DOWNLOADER_BUSY: 'czeka na swoją kolej',
  CARD_ABSENT: 'brak karty',
  CARD_NOT_READY: 'karta niegotowa',
  CARD_FILES_CHECKING: 'sprawdza kartę',
  SERVER_FILE_UPDATED_READY: 'jest nowe wydanie',
  SERVER_FILE_DOWNLOADING: 'pobiera',
  DOWNLOADED_FILE_CHECKING_INTEGRITY: 'sprawdza całość',
  DOWNLOADED_FILE_CHECKING_APPLICABILITY: 'sprawdza zgodność',
  DOWNLOADED_FILE_SAVING: 'zapisuje',
  SERVER_FILE_VERSION_MATCHES_SAVED: 'aktualne',
}

export const users = {
  level2: 'poziom 2: wszystko',
  level1: 'poziom 1: podgląd',
  userThere: 'Użytkownik może się zalogować.',
  noUser: 'Nie ma użytkownika, dopóki nie ma hasła.',
  removeUser: 'Usuń użytkownika',
  button: 'Przycisk',
  buttonAbout: 'Jak na urządzeniu: każdy w pobliżu ma chwilę poziom 1, a chmura może dobę przypisać bramkę.',
  isPressed: 'Teraz otwarte dla wszystkich.',
  press: 'Naciśnij przycisk',
  newPassword: 'Nowe hasło',
  rule: '5 do {max} znaków, bez spacji',
  repeat: 'Jeszcze raz',
  differ: 'Różnią się.',
  changed: 'Hasło zmieniono, od teraz.',
  set: 'Ustaw hasło',
}

export const log = {
  title: 'Dziennik',
  about: 'od najnowszych, od uruchomienia',
  show: 'Pokaż',
  all: 'Wszystko',
  problems: 'Problemy',
  nothing: 'Nic nie zapisano.',
}

export const https = {
  about:
    'Bramka sama wystawiła swój certyfikat, dlatego przeglądarki wyświetlają ostrzeżenie. Porównaj ten odcisk SHA-256 z odciskiem, który pokazuje przeglądarka.',
  qr: 'Kod QR odcisku',
  scan: 'Zeskanuj kod, aby przenieść odcisk na inne urządzenie, albo wydrukuj go na etykiecie bramki.',
  unavailable: 'HTTPS jest niedostępny:',
  off: 'HTTPS jest wyłączony.',
  port: 'port {port}',
}
