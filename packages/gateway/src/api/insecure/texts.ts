const english = {
  title: 'This connection is not encrypted',
  risk: 'Anyone on the network path between this device and the gateway can read and change what is sent: new passwords, SIM PINs, VPN keys and measured values.',
  open: 'Open with HTTPS',
  warning:
    'Your browser will show a warning, because the gateway issued its certificate itself. The connection is encrypted nevertheless. Before you accept the warning, open the certificate in the browser and compare its SHA-256 fingerprint:',
  forged:
    'This page is not protected either. Check the fingerprint against a second source: the command “busbar-gateway status” on the gateway, a label printed before, or its page in the cloud.',
  unavailable: 'HTTPS is not available on this gateway:',
  continueTitle: 'Without encryption',
  continueRisk:
    'Continue only on a network that you trust, for example over a direct cable. Your choice is stored until you close the browser.',
  continueButton: 'Continue without encryption',
  publicAddress:
    'Your address is not in a private network. Therefore, the gateway does not serve its panel without encryption to it.',
}

export type InsecureTexts = typeof english

const polish: InsecureTexts = {
  title: 'To połączenie nie jest szyfrowane',
  risk: 'Każdy, kto ma dostęp do sieci między tym urządzeniem a bramką, może odczytać i zmienić przesyłane dane: nowe hasła, kody PIN kart SIM, klucze VPN i wartości pomiarów.',
  open: 'Otwórz przez HTTPS',
  warning:
    'Przeglądarka wyświetli ostrzeżenie, ponieważ bramka sama wystawiła swój certyfikat. Mimo to połączenie jest szyfrowane. Zanim zaakceptujesz ostrzeżenie, otwórz certyfikat w przeglądarce i porównaj jego odcisk SHA-256:',
  forged:
    'Ta strona również nie jest chroniona. Sprawdź odcisk w drugim źródle: poleceniem „busbar-gateway status” na bramce, na wydrukowanej wcześniej etykiecie albo na stronie bramki w chmurze.',
  unavailable: 'HTTPS jest niedostępny na tej bramce:',
  continueTitle: 'Bez szyfrowania',
  continueRisk:
    'Kontynuuj tylko w zaufanej sieci, na przykład przez bezpośredni kabel. Wybór jest pamiętany do zamknięcia przeglądarki.',
  continueButton: 'Kontynuuj bez szyfrowania',
  publicAddress: 'Twój adres nie należy do sieci prywatnej. Dlatego bramka nie udostępnia mu panelu bez szyfrowania.',
}

const russian: InsecureTexts = {
  title: 'Соединение не зашифровано',
  risk: 'Любой, у кого есть доступ к сети между этим устройством и шлюзом, может прочитать и изменить передаваемые данные: новые пароли, PIN-коды SIM-карт, ключи VPN и измеренные значения.',
  open: 'Открыть по HTTPS',
  warning:
    'Браузер покажет предупреждение, потому что шлюз сам выпустил свой сертификат. Соединение при этом зашифровано. Прежде чем принять предупреждение, откройте сертификат в браузере и сравните его отпечаток SHA-256:',
  forged:
    'Эта страница тоже не защищена. Сверьте отпечаток по второму источнику: командой «busbar-gateway status» на шлюзе, по заранее напечатанной этикетке или на странице шлюза в облаке.',
  unavailable: 'HTTPS на этом шлюзе недоступен:',
  continueTitle: 'Без шифрования',
  continueRisk:
    'Продолжайте только в доверенной сети, например по прямому кабелю. Выбор сохраняется до закрытия браузера.',
  continueButton: 'Продолжить без шифрования',
  publicAddress: 'Ваш адрес не из частной сети. Поэтому шлюз не открывает ему панель без шифрования.',
}

const ukrainian: InsecureTexts = {
  title: 'З’єднання не зашифроване',
  risk: 'Будь-хто, хто має доступ до мережі між цим пристроєм і шлюзом, може прочитати й змінити передані дані: нові паролі, PIN-коди SIM-карток, ключі VPN і виміряні значення.',
  open: 'Відкрити через HTTPS',
  warning:
    'Браузер покаже попередження, бо шлюз сам випустив свій сертифікат. З’єднання при цьому зашифроване. Перш ніж прийняти попередження, відкрийте сертифікат у браузері й порівняйте його відбиток SHA-256:',
  forged:
    'Ця сторінка теж не захищена. Звірте відбиток за другим джерелом: командою «busbar-gateway status» на шлюзі, за заздалегідь надрукованою етикеткою або на сторінці шлюзу в хмарі.',
  unavailable: 'HTTPS на цьому шлюзі недоступний:',
  continueTitle: 'Без шифрування',
  continueRisk:
    'Продовжуйте лише в довіреній мережі, наприклад через прямий кабель. Вибір зберігається до закриття браузера.',
  continueButton: 'Продовжити без шифрування',
  publicAddress: 'Ваша адреса не з приватної мережі. Тому шлюз не відкриває їй панель без шифрування.',
}

const byLanguage = { en: english, pl: polish, ru: russian, uk: ukrainian } as const
export type InsecureLanguage = keyof typeof byLanguage

export const insecureTexts = (language: InsecureLanguage): InsecureTexts => byLanguage[language]

const known = (code: string): InsecureLanguage | undefined =>
  Object.hasOwn(byLanguage, code) ? (code as InsecureLanguage) : undefined

/** Returns the language that the browser prefers, or the gateway's when none is supported; `ua` is Ukrainian. */
export const preferredLanguage = (acceptLanguage: string | undefined, ofGateway: string): InsecureLanguage => {
  const preferred = (acceptLanguage ?? '')
    .split(',')
    .map((item) => {
      const [tag = '', ...parameters] = item.trim().toLowerCase().split(';')
      const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined)
      return { code: tag.split('-')[0] ?? '', quality: Number(quality ?? 1) }
    })
    .filter(({ code, quality }) => quality > 0 && known(code) !== undefined)
    .toSorted((a, b) => b.quality - a.quality)[0]
  return known(preferred?.code ?? '') ?? known(ofGateway === 'ua' ? 'uk' : ofGateway) ?? 'en'
}
