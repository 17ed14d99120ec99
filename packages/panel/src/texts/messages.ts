/** Types of the messages of `messages/*.json`: `npm run messages` writes this file. */

export interface Texts {
  nav: {
    label: string
    brand: string
    status: string
    bus: string
    units: string
    tasks: string
    settings: string
    files: string
    system: string
    users: string
    log: string
    more: string
  }
  common: {
    loading: string
    close: string
    cancel: string
    ambiguous: (values: { text: string | number }) => string
    d: string
    h: string
    min: string
    s: string
  }
  errors: {
    Unreachable: string
    Unanswered: string
    ERROR_LOGIN: string
    ERROR_LOGIN_WAIT: string
    ERROR_TOKEN: string
    ERROR_LEVEL: string
    ERROR_DISK: string
    ERROR_BUSY: string
    ERROR_TIME_SERVERS: string
    ERROR_SERIAL_IS_SLAVE: string
    ERROR_SERIAL_NOT_OPEN: string
    ERROR_RS485_UNSUPPORTED: string
    ERROR_RS485_ADJUSTED: string
    ERROR_RS485_HELPER: string
    ERROR_FR_NOT_READY: string
    ERROR_FR_NOT_ENABLED: string
    ERROR_FR_NO_FILE: string
    ERROR_FR_NO_PATH: string
    ERROR_FR_INVALID_NAME: string
    other: string
  }
  login: {
    about: string
    username: string
    password: string
    firstRun: string
    enter: string
    plainHttp: string
    goEncrypted: string
  }
  bootFile: {
    line: (values: { line: string | number; problem: string | number }) => string
    encoding: string
    name: string
    value: string
    twice: string
    hostName: string
    code: string
    timeZone: string
    system: string
    done: string
  }
  modes: {
    slave: string
    master: string
    raw: string
  }
  sources: {
    cloud: string
    tcp: string
    task: string
    api: string
    search: string
    identify: string
    other: string
  }
  cloudStates: {
    disabled: string
    waiting: string
    connecting: string
    connected: string
  }
  resets: {
    RST_CAUSE_BO: string
    RST_CAUSE_PO: string
    RST_CAUSE_SW: string
    RST_CAUSE_IWDG: string
  }
  status: {
    lost: (values: { age: string | number }) => string
    notKept: string
    portClosed: string
    choosePort: string
    unitSilent: (values: { unit: string | number }) => string
    triesFailed: (values: { count: string | number }) => string
    seeFrames: string
    bus: string
    load: string
    requests: string
    answers: string
    loadNote: string
    loadChart: (values: { count: string | number }) => string
    links: string
    cloud: string
    ethernet: string
    tcp: string
    clients: (values: { count: string | number; port: string | number }) => string
    vpn: string
    modem: string
    remote: string
    none: string
    off: string
    noModem: string
    code: string
    time: string
    summer: string
    sun: (values: { rise: string | number; set: string | number }) => string
    units: string
    lastDay: string
    noUnits: string
    search: string
    box: string
    card: string
    free: (values: { free: string | number; all: string | number }) => string
    noCard: string
    supply: string
    inside: string
    notMeasured: string
    runsFor: string
    version: string
    memory: string
    memoryOf: (values: { free: string | number; all: string | number; own: string | number }) => string
    forwarding: (values: { port: string | number; server: string | number }) => string
    dnsServers: string
    open: (values: { count: string | number }) => string
    notOpen: string
    tunnels: {
      disabled: string
      netifCreated: string
      peerConfigured: string
      peerConnected: string
      peerUp: string
    }
  }
  units: {
    stripLabel: (values: { answered: string | number; timeouts: string | number; damaged: string | number }) => string
    unnamed: string
    silent: string
    known: string
    lastDay: string
    none: string
    choose: string
    chooseHint: string
    search: string
    searching: (values: { unit: string | number; line: string | number; found: string | number }) => string
    stop: string
    allSpeeds: (values: { count: string | number; formats: string | number }) => string
    foundSilent: string
    remainingMin: (values: { count: string | number }) => string
    remainingSec: (values: { count: string | number }) => string
    upTo: string
    start: string
    foundCount: (values: { count: string | number }) => string
    open: string
    frames: string
    name: string
    keep: string
    noTemplates: string
    identify: string
    asking: string
    whoIsIt: string
    noClass: string
    isA: (values: { what: string | number }) => string
    useAsName: string
  }
  bus: {
    show: string
    all: string
    errors: string
    writes: string
    unit: string
    anyUnit: string
    live: string
    notLive: string
    rate: (values: { rate: string | number; load: string | number }) => string
    pause: string
    goOn: string
    save: string
    frames: string
    count: (values: { count: string | number }) => string
    time: string
    from: string
    asked: string
    answered: string
    foreignTraffic: string
    duplicateUnit: string
    damaged: string
    silence: string
    nothing: string
    frameOf: (values: { unit: string | number }) => string
    sent: string
    answer: string
    noneWithin: (values: { ms: string | number }) => string
    nothingHeard: string
    noiseOnly: (values: { bytes: string | number }) => string
    onlyUnit: (values: { unit: string | number }) => string
    verdict: string
    twoHours: string
    cable: string
    cableAbout: (values: { times: string | number }) => string
    cableNobody: string
    cableStart: string
    cableProgress: (values: { done: string | number; all: string | number }) => string
    stop: string
    requests: string
    lost: string
    spoilt: string
    slowest: string
    sources: string
    sinceStart: string
    use: (values: { requests: string | number; failed: string | number; share: string | number }) => string
  }
  verdicts: {
    good: string
    nobody: string
    allSilent: string
    noisyLine: string
    silentUnit: (values: { unit: string | number }) => string
    foreignTraffic: (values: { unit: string | number; percent: string | number }) => string
    duplicateUnit: (values: { unit: string | number; percent: string | number }) => string
    noisyUnit: (values: { unit: string | number; percent: string | number }) => string
    slowUnit: (values: { unit: string | number; percent: string | number }) => string
    refusingUnit: (values: { unit: string | number }) => string
  }
  identity: {
    title: string
    read: string
    reading: string
    refused: string
    silent: string
    object: (values: { id: string | number }) => string
    sunSpec: (values: { address: string | number }) => string
    noSunSpec: string
    objects: {
      0: string
      1: string
      2: string
      3: string
      4: string
      5: string
      6: string
    }
  }
  frames: {
    read: (values: { area: string | number; span: string | number }) => string
    write: (values: { area: string | number; span: string | number; values: string | number }) => string
    function: (values: { fn: string | number }) => string
    registers: (values: { count: string | number }) => string
    written: string
    exception: (values: { code: string | number; what: string | number }) => string
    exception1: string
    exception2: string
    exception3: string
    exception4: string
    exception6: string
    exception10: string
    exception11: string
    holding: string
    input: string
    coils: string
    coil: string
    discrete: string
  }
  registers: {
    title: string
    readOn: (values: { time: string | number }) => string
    area: string
    from: string
    count: string
    type: string
    order: string
    read: string
    watch: string
    noAnswer: string
    older: string
    address: string
    hex: string
    value: string
    write: string
    writeAt: (values: { address: string | number }) => string
    writeTitle: (values: { address: string | number; unit: string | number }) => string
    nowIs: (values: { value: string | number; type: string | number }) => string
    newValue: string
    noNumber: (values: { type: string | number }) => string
    function16: string
    once: string
    taskUses: (values: { tasks: string | number }) => string
    answered: string
    refused: string
    unclear: string
    writeOnce: string
  }
  line: {
    title: string
    family: string
    familyHint: string
    look: string
    notSuch: string
    otherId: (values: { says: string | number; uid: string | number }) => string
    newId: string
    idRange: (values: { min: string | number; max: string | number }) => string
    giveId: string
    newRate: string
    rateHint: string
    giveRate: string
    id: {
      taken: (values: { to: string | number }) => string
      refused: string
      unclear: (values: { from: string | number }) => string
      now: (values: { to: string | number }) => string
      later: (values: { to: string | number; from: string | number }) => string
      lost: (values: { from: string | number; to: string | number }) => string
    }
    rate: {
      refused: string
      unclear: string
      now: (values: { rate: string | number }) => string
      later: (values: { rate: string | number }) => string
    }
  }
  settings: {
    groups: string
    waiting: string
    saved: string
    changes: (values: { count: string | number }) => string
    countNow: string
    countLater: string
    mistakes: (values: { count: string | number }) => string
    discard: string
    save: string
    now: string
    atReboot: string
    secret: string
    worksWith: (values: { value: string | number }) => string
    back: (values: { value: string | number }) => string
    toDefault: (values: { value: string | number }) => string
    yes: string
    no: string
    off: string
    empty: string
    needed: string
    between: (values: { min: string | number; max: string | number }) => string
    lengthBetween: (values: { min: string | number; max: string | number }) => string
    upTo: (values: { count: string | number }) => string
    emptyIsOff: string
    wrongForm: string
    ownRule: string
    rowOf: (values: { number: string | number }) => string
    keys: {
      serial: string
      rs485: string
      ownSrv: string
      rmSrv: string
      cbCloud: string
      wgCloud: string
      wgManual: string
      ethernet: string
      gsm: string
      fwd: string
      httpd: string
      download: string
      timeGmt: string
      tsMode: string
      tsManual: string
      ntp: string
      astro: string
      protect: string
      areset: string
      firmware: string
      logFlags: string
      tasksLogging: string
      bodVoltage: string
      powerSaving: string
      language: string
    }
  }
  settingGroups: {
    serial: string
    cloud: string
    network: string
    clock: string
    box: string
    port: string
    mqtt: string
    transfer: string
  }
  settingNames: {
    uidRange: string
    hdxMode: string
    charFormat: string
    baudRate: string
    frameMode: string
    delayForRtuQ: string
    delayForRtuMs: string
    delayForAsciiMs: string
    'rs485.mode': string
    delayBeforeMs: string
    delayAfterMs: string
    terminate: string
    vUid: string
    mbeRo: string
    mbeTo: string
    mbePu: string
    ethListenPort: string
    delayForKeepaliveSec: string
    atmListenPort: string
    ethClientsProtocol: string
    atmClientsProtocol: string
    ip: string
    connPort: string
    delayForRcvMs: string
    delayForConnSec: string
    connMode: string
    gateUid: string
    password: string
    protocol: string
    virtualUids: string
    hostname: string
    mask: string
    deviceKey: string
    peerPublicKey: string
    dhcpEnable: string
    dhcpKeepAddressEnable: string
    dhcpAggressiveRenewEnable: string
    macManualEnable: string
    dnssGateEnable: string
    gate: string
    ipDnss: string
    macManual: string
    enable: string
    apnAutodetectEnable: string
    tcpInRoamingEnable: string
    smsInRoamingEnable: string
    pinCode: string
    apnHost: string
    apnLogin: string
    apnPassword: string
    balanceUssdReq: string
    phones: string
    listenPort: string
    isUdp: string
    serverAddr: string
    serverPort: string
    port: string
    freeAccessSec: string
    loadRatio: string
    timeGmt: string
    tsMode: string
    bwdDow: string
    bwdHour: string
    bwdMonth: string
    bwdWeek: string
    fwdDow: string
    fwdHour: string
    fwdMonth: string
    fwdWeek: string
    hostnames: string
    syncPeriodHr: string
    syncDiffSec: string
    longDeg: string
    longMin: string
    longSec: string
    latDeg: string
    latMin: string
    latSec: string
    quadrant: string
    sunZenithType: string
    smsWriteEnable: string
    smsReadEnable: string
    mbGateWriteEnable: string
    mbGateReadEnable: string
    wgCloudAdminAuthEnable: string
    wgManualAdminAuthEnable: string
    passwordAdmin: string
    passwordMbGateWrite: string
    passwordMbRead: string
    passwordSmsWrite: string
    passwordSmsRead: string
    delayMin: string
    mode: string
    checkPeriodSec: string
    downloadPeriodHr: string
    updateHour: string
    url: string
    atm: string
    system: string
    lwip: string
    forwarding: string
    wireguard: string
    tasks: string
    api: string
    restarts: string
    format: string
    storeIntervalDays: string
    fileSizeLimitKb: string
    bodVoltage: string
    delayForDisplaySavingMin: string
    displaySavingBrightness: string
    language: string
  }
  settingChoices: {
    hdxMode: {
      0: string
      1: string
      2: string
    }
    frameMode: {
      0: string
      1: string
    }
    connMode: {
      1: string
      2: string
      3: string
      4: string
      null: string
    }
    protocol: {
      1: string
      2: string
    }
    ethClientsProtocol: {
      1: string
      2: string
    }
    atmClientsProtocol: {
      1: string
      2: string
    }
    mode: {
      1: string
      2: string
      null: string
    }
    'rs485.mode': {
      driver: string
      off: string
      'rts-on-send': string
      'rts-after-send': string
    }
    quadrant: {
      0: string
      1: string
      2: string
      3: string
    }
    sunZenithType: {
      0: string
      1: string
      2: string
      3: string
    }
    format: {
      1: string
      2: string
      3: string
      4: string
      5: string
      6: string
      7: string
      null: string
    }
  }
  ports: {
    title: string
    open: string
    closed: string
    fixed: string
    none: string
    chosen: string
    choose: string
  }
  broker: {
    title: string
    about: string
    fixed: string
    none: string
    root: (values: { root: string | number }) => string
    waiting: (values: { count: string | number }) => string
    address: string
    addressHint: string
    plain: string
    user: string
    password: string
    keeps: string
    forOther: string
    rootField: string
    rootHint: string
    version: string
    qos: string
    qos0: string
    qos1: string
    retain: string
    certificates: string
    ca: string
    caHint: string
    clientCert: string
    clientKey: string
    save: string
    saved: string
    remove: string
    removeTitle: string
    removeAbout: string
  }
  transfer: {
    title: string
    about: string
    download: string
    upload: string
    wouldChange: string
    nothing: string
    load: string
    exported: string
    imported: string
  }
  files: {
    up: string
    empty: string
    remove: string
    removeName: (values: { name: string | number }) => string
    removeTitle: (values: { name: string | number }) => string
    removeAbout: string
    upload: string
    uploadHint: string
    uploading: (values: { percent: string | number }) => string
    eject: string
    ejectHint: string
  }
  system: {
    release: string
    runs: string
    available: string
    onCard: string
    state: string
    releaseSettings: string
    clock: string
    fromPhone: string
    fromServers: string
    timeSet: string
    start: string
    reboot: string
    rebootTitle: string
    rebootAbout: string
    reset: string
    resetTitle: string
    resetAbout: string
    resetDone: string
    typeWord: string
    update: string
    updateTitle: string
    updateAbout: string
    updateBegun: string
    wanted: string
    onTrial: (values: { left: string | number }) => string
    trialBegins: string
    trialProblem: (values: { problem: string | number; left: string | number }) => string
    takenBack: (values: { versions: string | number }) => string
    cannotInstall: string
  }
  updateStates: {
    SERVER_FILE_UNKNOWN: string
    DOWNLOADER_BUSY: string
    CARD_ABSENT: string
    CARD_NOT_READY: string
    CARD_FILES_CHECKING: string
    SERVER_FILE_UPDATED_READY: string
    SERVER_FILE_DOWNLOADING: string
    DOWNLOADED_FILE_CHECKING_INTEGRITY: string
    DOWNLOADED_FILE_CHECKING_APPLICABILITY: string
    DOWNLOADED_FILE_SAVING: string
    SERVER_FILE_VERSION_MATCHES_SAVED: string
  }
  https: {
    about: string
    qr: string
    scan: string
    unavailable: string
    off: string
    port: (values: { port: string | number }) => string
  }
  users: {
    level2: string
    level1: string
    userThere: string
    noUser: string
    removeUser: string
    button: string
    buttonAbout: string
    isPressed: string
    press: string
    newPassword: string
    rule: (values: { max: string | number }) => string
    repeat: string
    differ: string
    changed: string
    set: string
  }
  log: {
    title: string
    about: string
    show: string
    all: string
    problems: string
    nothing: string
  }
  more: {
    firstRun: string
    api: string
    look: string
    theme: string
    system: string
    light: string
    dark: string
    language: string
    logOut: string
  }
  tasks: {
    title: string
    files: (values: { count: string | number }) => string
    line: (values: { line: string | number }) => string
    loading: string
    every: (values: { period: string | number; time: string | number }) => string
    none: string
    choose: string
    chooseHint: string
    items: string
    took: (values: { ms: string | number }) => string
    kept: string
    missed: (values: { count: string | number }) => string
    unread: (values: { code: string | number }) => string
    changed: string
    runs: string
    before: string
    saved: string
    save: string
    discard: string
    remove: string
    text: string
    runUndone: (values: { unit: string | number; item: string | number }) => string
    checking: string
    right: (values: { period: string | number; bytes: string | number }) => string
    newName: string
    nameRule: string
    startFrom: string
    blank: string
    make: string
    log: string
    noLog: string
    loggingOff: string
    switchOn: string
    loggingWaits: string
    chart: string
    table: string
    download: string
    range: (values: { low: string | number; high: string | number; last: string | number }) => string
    time: string
    changedDraft: string
    draft: string
    start: string
    stop: string
    removeDraft: string
    startTitle: (values: { name: string | number }) => string
    writes: (values: { period: string | number }) => string
    writesNothing: string
    unit: string
    allUnits: string
    address: string
    item: string
    coils: (values: { range: string | number }) => string
    registers: (values: { range: string | number }) => string
    safeValue: string
    replaces: (values: { backup: string | number }) => string
  }
  taskExamples: {
    thermo: string
    pumps: string
    shed: string
    light: string
    pulses: string
  }
  compileCodes: {
    ERROR_LINE_UNRECOGNIZED: string
    ERROR_ITEM_UNDECLARED: string
    ERROR_ITEM_NAME: string
    ERROR_ITEM_REF: string
    ERROR_UNKNOWN_TYPE: string
    ERROR_ILLEGAL_ARGUMENT: string
    ERROR_EXPECTED_SEPARATOR: string
    ERROR_EXPECTED_EOL: string
    ERROR_EXPECTED_DOUBLE_QOUTES: string
    ERROR_EXPECTED_ASTERISK: string
    ERROR_EXPECTED_CLOSING_BRACKET: string
    ERROR_VALUE_FORMAT: string
    ERROR_VALUE_BITSIZE_UNSUPPORTED: string
    ERROR_NAME_RESERVED: string
    ERROR_NAME_ALREADY_DEFINED: string
    ERROR_UNSATISFIED_FORWARD_DECLARATION: string
    ERROR_UID_BROADCAST: string
    ERROR_VERSION_UNSUPPORTED: string
    ERROR_OBSOLETE_FILE_LAYOUT: string
    ERROR_LOGGING_UNMAPPED_PARAMETER: string
    ERROR_MULTIPLE_WRITERS_FOR_MAPPED_PARAMETER: string
    ERROR_MAPPED_PARAMETER_INTERSECT_PARTIALLY: string
    ERROR_OUT_OF_MEMORY: string
    ERROR_IO: string
    ERROR_CRC: string
  }
  runCodes: {
    EXC_PARAM_TARGET_FAILED: string
    EXC_PARAM_PATH_UNAVAILABLE: string
    EXC_MB_ILLEGAL_DATA_ADDRESS: string
    EXC_MB_ILLEGAL_DATA_VALUE: string
    EXC_MB_ILLEGAL_FUNCTION: string
    EXC_RESULT_INFINITY: string
    EXC_RESULT_COMPLEX: string
    EXC_OUT_OF_BOUNDS: string
    EXC_ACTION_UNKNOWN: string
    EXC_IO: string
  }
  setup: {
    stepOf: (values: { number: string | number; count: string | number }) => string
    password: string
    passwordAbout: string
    setPassword: string
    port: string
    portAbout: string
    search: string
    searchAbout: string
    cloud: string
    cloudAbout: string
    code: string
    codeAbout: string
    next: string
    later: string
    done: string
    leave: string
    otherLine: (values: { found: string | number; now: string | number }) => string
    takeLine: (values: { line: string | number }) => string
    address: string
    addressHint: string
    zone: (values: { hours: string | number }) => string
    mayRead: string
    mayWrite: string
    willReboot: string
    callCloud: string
    bound: string
    newCode: string
    checks: string
    checkPassword: string
    checkPort: string
    checkUnits: string
    checkCloud: string
    checkBound: string
    checkReadings: string
    yes: string
    notYet: string
    aloud: (values: { words: string | number }) => string
    digits: string
    copy: string
    copied: string
  }
}
