import { say, type Sentence } from '../../base/sentence';

/** A file or folder whose every change asks, whatever the rules say (decision protected-files). */
export interface ProtectedFile {
  /** `.cargo/config.toml`: anywhere in a path, with all below it, in any case; `**`: many names. */
  readonly pattern: string;
  /** Why, of a file (`sayOf`): "{0} is read by agents as instructions". */
  readonly why: Sentence;
}

type FilesOfReason = readonly [why: Sentence, patterns: string];

/** `sayOf` puts the name of the file there. */
const file = '';

/** What programs obey unasked; not files that run because the user builds. */
const shipped: readonly FilesOfReason[] = [
  [
    say`${file} can make git start programs`,
    `
    .git, .gitmodules, .gitattributes, .gitconfig, .config/git, .githooks
  `,
  ],
  [
    say`${file} lists commands that a hook manager runs`,
    `
    .husky, .pre-commit-config.yaml, .pre-commit-config.yml, lefthook.*, .lefthook.*,
    lefthook-local.*, .lefthook-local.*, .lefthook, .overcommit.yml, captainhook.json,
    .captainhook.json, .huskyrc*, .lintstagedrc*, lint-staged.config.*, .simple-git-hooks.*,
    simple-git-hooks.*
  `,
  ],
  [
    say`${file} can make an editor start programs`,
    `
    .vscode, *.code-workspace, code/user, code - insiders/user, vscodium/user, .vscode-server,
    .vscode-insiders, .idea, .run, .fleet, .zed, .nova, .sublime-project, *.sublime-project,
    .exrc, .vimrc, .nvimrc, .nvim.lua, .vim, .config/nvim, .emacs, .emacs.d, .dir-locals.el,
    .dir-locals-2.el, .helix, .devcontainer, .devcontainer.json, devcontainer.json,
    .gitpod.y*ml, .gitpod.dockerfile, devfile.y*ml, .devfile.y*ml, .replit, .stackblitzrc, .codesandbox,
    .theia, .vs/*.vs.json, .project, .externaltoolbuilders, .settings, .bsp, .clangd,
    .ycm_extra_conf.py, .lvimrc, .local.vimrc, _vimrc, .gvimrc, .kakrc, .nanorc, .projections.json
  `,
  ],
  [
    say`${file} is run by continuous integration, with its credentials`,
    `
    .github/workflows, .github/actions, .gitlab-ci.yml, .gitlab, .circleci, .travis.yml,
    .azure-pipelines, azure-pipelines*.yml, bitbucket-pipelines.yml, jenkinsfile*, .drone.yml,
    .woodpecker, .woodpecker.y*ml, .buildkite, .appveyor.yml, appveyor.yml, .forgejo, .gitea,
    .semaphore, .teamcity, .cirrus.yml, cloudbuild.y*ml, buildspec.y*ml, codefresh.yml,
    renovate.json*, .github/renovate.json*, .github/dependabot.y*ml,
    *.gitlab-ci.y*ml, .azuredevops, .tekton, .build.yml, .builds, .zuul.y*ml, .zuul.d, .vela.y*ml,
    .cirrus.star, bitrise.yml, codemagic.y*ml, .harness, .mergify.yml, codeowners, amplify.yml
  `,
  ],
  [
    say`${file} names programs that a package manager or build tool runs or loads`,
    `
    .npmrc, .yarnrc, .yarnrc.yml, .yarn/releases, .yarn/plugins, .pnp.*js, .pnpmfile.*js,
    bunfig.toml, .bunfig.toml, .cargo/config, .cargo/config.toml, rust-toolchain,
    rust-toolchain.toml, pip.conf, pip.ini, .pypirc, uv.toml, .condarc, .gemrc, .bundle/config,
    .mvn, gradle/wrapper, .gradle/init.d, init.gradle*, .sbtopts, .jvmopts, .bazelrc, .bazeliskrc,
    tools/bazel, .buckconfig*, .pants.rc, .nuget/nuget.config, nuget.config, directory.build.rsp,
    .swiftpm/configuration,
    .bazelversion, *.bazelrc, .buckversion, poetry.toml, .pdm-python, pdm.toml, .antrc*,
    .config/pip, .config/pnpm, .config/pypoetry, .config/cargo, .config/go/env, .terraformrc,
    terraform.rc, .tofurc
  `,
  ],
  [
    say`${file} is run when a shell or session starts`,
    `
    .bashrc, .bash_profile, .bash_login, .bash_logout, .bash_aliases, .profile, .zshrc, .zshenv,
    .zprofile, .zlogin, .zlogout, .kshrc, .mkshrc, .cshrc, .tcshrc, .login, .inputrc, config.fish,
    .config/fish, *profile.ps1, .xprofile, .xinitrc, .xsession, .xsessionrc, .config/autostart,
    .config/systemd, .config/environment.d, .pam_environment, library/launchagents, .ssh,
    .tmux.conf, .config/tmux, .screenrc, .forward, .procmailrc, .mailcap,
    .crontab, .gnupg, .aws/config, .kube, .docker/config.json, .docker/cli-plugins
  `,
  ],
  [
    say`${file} is run or obeyed by a tool that starts in its folder`,
    `
    .envrc, .direnv, .config/direnv, .autoenv*, mise.toml, mise.*.toml, .mise.toml, .mise.*.toml,
    .mise, .config/mise, .rtx.toml, .tool-versions, devbox.json, .gdbinit, .gdbearlyinit,
    .lldbinit*, .pdbrc, .pythonrc*, sitecustomize.py, usercustomize.py, .ghci, .irbrc, .pryrc,
    .rprofile, .renviron, .psqlrc, .sqliterc, .my.cnf, .curlrc, .wgetrc, .netrc, .justfile,
    .watchmanconfig, watchexec.toml, ansible.cfg, .ansible.cfg, .erlang, .iex.exs, .ocamlinit, .octaverc, .juliarc.jl,
    .julia/config, .ipython, .jupyter, .perldb, .ackrc, .sbclrc, .hg/hgrc*, .hgrc,
    mercurial.ini, .jj/repo/config.toml, .lessfilter, .vagrant.d
  `,
  ],
  [
    say`${file} is read by agents as instructions, or sets what they run`,
    `
    agents.md, agents.*.md, .agents.md, .agents, claude.md, claude.*.md, .claude, .claude.json,
    gemini.md, .gemini, .codex, .github/copilot-instructions.md, .github/instructions,
    .github/prompts, .github/chatmodes, .github/agents, .github/skills, .github/hooks,
    *.instructions.md, *.prompt.md, *.chatmode.md, *.agent.md, skill.md, .cursor, .cursorrules,
    .windsurf, .windsurfrules, .codeium, .clinerules*, .roo, .roorules*, .roomodes, .kilocode*,
    .augment, .augment-guidelines, .continue, .continuerc*, .aider*, .opencode, opencode.json*,
    .junie, .kiro, .trae, .amazonq, .qwen, qwen.md, .goosehints, .goose, .rules, .crush*,
    crush.md, warp.md, agent.md, .factory, .openhands, .copilot, .claude-plugin, .amp, .cline, .devin,
    .tabnine, .cody, .zencoder, .qodo, .rovodev, .vibe, .grok, .antigravity, .firebender, .lingma,
    .gptme, gptme.toml, replit.md
  `,
  ],
  [
    say`${file} names servers that agents start`,
    `
    .mcp.json, mcp.json, .mcp, mcp_config.json, mcp_settings.json, claude_desktop_config.json
  `,
  ],
  [
    say`${file} contains rules of Gatehouse`,
    `
    .gatehouse, filters.toml
  `,
  ],
];

export const shippedProtectedFiles: readonly ProtectedFile[] = shipped.flatMap(([why, names]) =>
  names
    .trim()
    .split(/,\s+/)
    .map((pattern) => ({ pattern, why })),
);
