/** What a name says of its value. */
export interface Credential {
  /** A password: any value is one. Of a token or a key, only one that looks drawn. */
  readonly isPassword: boolean;
  /** A key, which may also be that of a map or a storage. */
  readonly isKey: boolean;
  /** A header of requests. */
  readonly isHeader: boolean;
  /** A function that takes the value. */
  readonly isSetter: boolean;
  /** Several of them: the values of a list, not one that says how many or which. */
  readonly isList: boolean;
}

/** The last of these in a name says what it names. */
const terms =
  /(?<=auth_|nonce_|logged_in_|nonce|hash_)salt|passwort|pass(?:w(?:or)?d|wd|phrase|code)?|kennwort|wachtwoord|senha|pwd|psw|psk|pw|secret|token|credentials?|creds?|api_?key|key|auth|pat/gi;

/** Words after a term that make it the name of something else. */
const other =
  /^(?:ids?|names?|files?|path|paths|url|uri|urls|type|types|hint|length|len|size|count|max|min|policy|field|fields|label|placeholder|error|errors|message|msg|required|reset|expiry|expires?|expiration|ttl|age|issuer|endpoint|provider|ref|refs|version|algorithm|alg|format|rotation|manager|store|hash|regex|pattern|validator|validation|input|page|form|link|limit|usage|index|prefix|suffix|column|col|title|description|help|text|header|dir|folder|arn|mode|method|scope|scopes|audience|host|port|region|vault|command|cmd|prompt|enabled|disabled|bits|server|service|event|code|kind|ring|map|list|array|set|info|data_?type|status|state|strength|count|s|ed|er|ing|ers|is[a-z]*|board|word|words|chain|pair|frames?|hint|match|matches|hashed|source|family|group|parser|stream|counts?|budget|usage|window|fingerprint|exists|change|changed|generator|factory|class|schema|table|template|var|variable|param|parameter|argument|flag|option|timeout|interval|lifetime|duration|minutes|hours|days|seconds|tries|attempts|retries|hashers?|backends?|validators|handlers?|middleware|filters?|roles?|groups?|levels?|tags?|property|attribute|attr|setting|constant|action|topic|route|rules?|check|checker|encoder|reset)$/i;

/** Words before `key` that make it the name of a secret. */
const keyOwner =
  /(?:api|access|secret|private|auth|account|master|signing|signature|encryption|validation|machine|encrypt|decryption|cipher|crypt|crypto|hmac|jwt|jwe|ssh|tls|ssl|rsa|aes|gpg|pgp|shared|app|application|admin|service|storage|license|licence|subscription|webhook|client|integration|deploy|consumer|ingest|ingestion|sas|user|recovery|unseal|root|backup|function|functions|host|bot|dev|server|registration|join|stream|publish|write|read|openai|anthropic|google|maps|stripe|sendgrid|mailgun|twilio|github|gitlab|azure|aws|gcp|firebase|algolia|datadog|newrelic|pagerduty|groq|mistral|cohere|gemini|claude|llm|hf|cloudflare|heroku|fastly|okta|adafruit|airtable|asana|bitbucket|coinbase|confluent|dropbox|etsy|finnhub|flickr|hubspot|intercom|kraken|kucoin|launchdarkly|linkedin|mailchimp|mapbox|mattermost|netlify|nytimes|plaid|rapidapi|sendbird|snyk|sonar|telegram|travis|twitch|twitter|yandex|zendesk|codecov|jfrog|discord|facebook|db|database|session|cookie|wifi|wpa|psk|instrumentation|ikey|preshared|pre_?shared|symmetric)[_. -]?$/i;
const envKey =
  /(?:^|[^A-Za-z])(?!.*(?:PUBLIC|PRIMARY|FOREIGN|SORT|CACHE|PARTITION|INDEX|HOT|SHORTCUT)_$)[A-Z][A-Z0-9_]*_$/;

/** Words by which a function only reads, tests or shows what it names. */
const reader =
  /^(?:get|find|is|has|check|verify|validate|hash|parse|read|fetch|load|prompt|ask|reset|forgot|by|compare|match|test|expect|describe|input|t|on|handle|render|show|hide|toggle|needs?|requires?|missing|invalid|throw|delete|remove|clear|revoke|decode|encode)/i;

const maxKnown = 512;
const known = new Map<string, Credential | undefined>();

/**
 * What a name says of its value; undefined for a name of something else. `isQuery` if it is of a
 * URL. Remembered, as a text has the same names again and again.
 */
export function credentialIn(name: string, isQuery: boolean): Credential | undefined {
  const key = isQuery ? `?${name}` : name;
  if (known.has(key)) return known.get(key);
  if (known.size >= maxKnown) known.clear();
  const credential = readName(name, isQuery);
  known.set(key, credential);
  return credential;
}

function readName(name: string, isQuery: boolean): Credential | undefined {
  // Of a path of names the last one counts, unless the term is before it.
  const found = [...name.matchAll(terms)].reverse();
  for (const { 0: term, index } of found) {
    const owner = name.slice(0, index);
    const behind = name.slice(index + term.length);
    const isList = /^s(?![a-z])/i.test(behind) && !/s$/i.test(term);
    const rest = isList ? behind.slice(1) : behind;
    if (!isTerm(term.toLowerCase(), { written: term, owner, rest, isQuery })) continue;
    if (!isSuffix(rest, name)) return undefined;
    const isKey = term.toLowerCase() === 'key' || /^key$/i.test(rest);
    const credential = credentialOf(term.toLowerCase(), name, owner);
    return { ...credential, isPassword: credential.isPassword && !isKey, isKey, isList };
  }
  return undefined;
}

function credentialOf(
  term: string,
  name: string,
  owner: string,
): Omit<Credential, 'isList' | 'isKey'> {
  const isPassword = /^(?:pass|pwd|psw|psk|pw|kennwort|wachtwoord|senha)/.test(term);
  return {
    isPassword: isPassword && !(term === 'pass' && owner === '' && name !== 'Pass'),
    isHeader: /^[A-Za-z][\w]*(?:-\w+)+$/.test(name) || /^api-?key$/i.test(name),
    isSetter:
      !reader.test(name.replace(/^.*\./, '')) &&
      (/^(?:set|with|use|put|add)/i.test(name) || name.startsWith('.') || /\.\w+$/.test(name)),
  };
}

/** A term in a name, with what stands around it. */
interface Term {
  readonly written: string;
  readonly owner: string;
  readonly rest: string;
  readonly isQuery: boolean;
  /** It is the begin of a word. */
  readonly begins: boolean;
}

/** Words before `pass` that make it something else: of a filter, a compiler, a test. */
const passOwner =
  /(?:^|[_.-])(?:all|any|by|first|second|single|multi|render|shadow|low|high|band|compiler|next|prev|last|each|boarding|did|will|should|must)[_.-]?$/i;

/** What else must hold of a term that is also a part, or the plural, of other words. */
const special: Readonly<Record<string, (term: Term) => boolean>> = {
  key: ({ written, owner, isQuery }) =>
    keyOwner.test(owner) || (written === 'KEY' && envKey.test(owner)) || (owner === '' && isQuery),
  pass: ({ begins, owner }) => begins && !passOwner.test(owner),
  pw: ({ begins, owner, rest }) => begins && (owner !== '' || rest === ''),
  psw: ({ begins, owner, rest }) => begins && (owner !== '' || rest === ''),
  psk: ({ begins, rest }) => begins && rest === '',
  pat: ({ begins, rest }) => begins && rest === '',
  auth: ({ begins, rest }) => begins && rest === '',
  cred: ({ begins, rest }) => begins && rest === '',
  creds: ({ begins, rest }) => begins && rest === '',
};

/** True where a term stands as a word of the name. */
function isTerm(term: string, found: Omit<Term, 'begins'>): boolean {
  const { written, owner, rest } = found;
  const begins = /(?:^|[_.\d-])$/.test(owner) || (/[a-z]$/.test(owner) && /^[A-Z]/.test(written));
  const ends =
    rest === '' || /^[_.\d-]/.test(rest) || (/^[A-Z]/.test(rest) && /[a-z]$/.test(written));
  // PUBLIC_KEY, PublicKeyToken
  if (/public(?:[_-]?key)?[_-]?$/i.test(owner)) return false;
  return ends && (special[term]?.({ ...found, begins }) ?? true);
}

/** Words that say what kind of value, or where it is used. */
const same =
  /^(?:base|base64|b64|hex|raw|enc|encoded|encrypted|plain|plaintext|data|dev|development|prod|production|staging|stage|test|testing|local|live|sandbox|value|val|old|new|current|default|primary|secondary|main|backup|confirm|confirmation|again|repeat|string|str|pem|der|json|env|v?\d+|for|of|key|secret|token|pepper|salt|seed|[a-z]?\d{1,3})$/i;

/** True if what follows the term in the name leaves its meaning. */
function isSuffix(rest: string, name: string): boolean {
  if (rest === '' || name.startsWith('TF_TOKEN_')) return true;
  const words = rest.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+\d*|\d+/g) ?? [];
  const last = words.at(-1) ?? '';
  if (words.length === 0) return true;
  if (other.test(last)) return false;
  if (words.every((each) => same.test(each))) return true;
  // PASSWORD_MYSQL, TOKEN_GITHUB: names of variables of the environment.
  return (
    /^[A-Z0-9_]+$/.test(name) &&
    !words.some((each) => other.test(each) && each === words[0] && words.length === 1)
  );
}
