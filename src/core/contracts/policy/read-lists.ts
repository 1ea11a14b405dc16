import { say, type Sentence } from '../../base/sentence';

/** A glob on canonical paths that no tool may read, or that asks first (decision 61). */
export interface ReadRow {
  readonly glob: string;
  /** Why, of a file (`sayOf`): "{0} holds a private key". */
  readonly why: Sentence;
}

type FilesOfReason = readonly [why: Sentence, globs: string];

/** `sayOf` puts the name of the file there. */
const file = '';

/** Denied to every tool. Examples of `.env` hold no secrets. */
const denied: readonly FilesOfReason[] = [
  [
    say`${file} holds the secrets of a project`,
    `
    **/.env, **/.env.!(example|sample|template), **/secrets/**
  `,
  ],
  [say`${file} may hold the password of a remote repository`, '**/.git/config'],
  [
    say`${file} holds a private key`,
    `
    **/*.{pem,key,p12,pfx,jks,keystore,kdbx,ppk},
    **/id_{rsa,dsa,ecdsa,ecdsa_sk,ed25519,ed25519_sk}
  `,
  ],
  [say`${file} is in a folder of keys and passwords`, '**/.{ssh,gnupg,password-store}/**'],
  [
    say`${file} holds the credentials of a tool`,
    `
    **/{.netrc,_netrc,.git-credentials,.pgpass,.vault-token,.htpasswd,.s3cfg,.boto,.pypirc},
    **/.{aws,azure,kube,docker}/{credentials,config,config.json,accessTokens.json},
    **/.config/{gcloud,gh,hub,op}/**, **/.{cargo,gem}/credentials*, **/credentials.tfrc.json
  `,
  ],
];

/** Ordinary work needs them, so reading one asks. */
const asking: readonly FilesOfReason[] = [
  [
    say`${file} may hold the token of a package registry`,
    `
    **/.npmrc, **/.yarnrc, **/.yarnrc.yml, **/{bunfig,.bunfig}.toml, **/pip.{conf,ini},
    **/uv.toml, **/.condarc, **/.cargo/{config,config.toml}, **/.gemrc, **/.bundle/config,
    **/nuget.config, **/.m2/settings.xml, **/.gradle/gradle.properties,
    **/{.composer,composer}/auth.json
  `,
  ],
  [
    say`${file} may hold the password of a service`,
    `
    **/.my.cnf, **/.curlrc, **/.wgetrc, **/.terraformrc, **/*.tfvars, **/*.tfstate,
    **/local.settings.json, **/wp-config.php, **/{.mcp,mcp}.json
  `,
  ],
  [say`${file} may set variables that hold secrets`, '**/.envrc, **/{.mise,mise}.local.toml'],
  [
    say`${file} records what was typed, which may hold passwords`,
    '**/.{bash,zsh,sh,psql,mysql,sqlite,python,node_repl,rediscli}_history',
  ],
];

export const shippedDenyRead = rowsOf(denied);
export const shippedAskRead = rowsOf(asking);
export const defaultDenyRead = shippedDenyRead.map(({ glob }) => glob);
export const defaultAskRead = shippedAskRead.map(({ glob }) => glob);

function rowsOf(lists: readonly FilesOfReason[]): readonly ReadRow[] {
  return lists.flatMap(([why, globs]) =>
    globs
      .trim()
      .split(/,\s+/)
      .map((glob) => ({ glob, why })),
  );
}
