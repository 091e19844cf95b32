# `make help` lists the targets and the variables that they read.

STRATEGY ?= span auto
DURATION ?= 3
PREFIX ?= /usr/local
# The platforms to package, such as "linux-x64 any". The default is this platform and "any".
RIDS :=
# The platform that the archive is for, linux-x64 or linux-arm64. The default is this platform.
RID :=
# `make test` tests this executable. For /usr/bin/yes, only the suites that test GNU's behavior run.
export YES := artifacts/yes
# SUITE limits `make test` to one suite. TEST limits it to Bats tests whose names match a regular expression.
# Only the command line sets these variables, so the environment can't make `make release` skip tests.
export SUITE :=
export TEST :=
# `make bench-save` saves results under this name. Some systems set a variable NAME to the computer's name.
export NAME :=

VERSION = $(shell sed -n 's|.*<Version>\(.*\)</Version>.*|\1|p' Directory.Build.props)
BENCH := artifacts/bin/Yes.Bench/release/Yes.Bench.dll
CHECKED := artifacts/bin/Yes.Tests/checked/Yes.Tests.dll
LESSONS := artifacts/lessons/built
# tools/build compares contents instead of timestamps. `make install` ignores tools that have changed, because
# sudo may change PATH and CC. The other targets named below need no build.
BUILT := artifacts/yes artifacts/arm64/yes artifacts/yes.1 artifacts/CHANGES.md artifacts/packed \
	$(BENCH) $(CHECKED) $(LESSONS) artifacts/yes-in-c artifacts/sample artifacts/verify artifacts/into
ifneq ($(filter-out help clean uninstall publish,$(or $(MAKECMDGOALS),all)),)
.PHONY: $(shell CC='$(CC)' tools/build --$(if $(filter install,$(MAKECMDGOALS)),changed,outdated) $(BUILT))
$(if $(filter-out 0,$(.SHELLSTATUS)),$(error tools/build fails))
endif
COMPLETIONS := completions/yes.bash completions/_yes completions/yes.fish
INSTALLED := artifacts/yes artifacts/yes.1 $(COMPLETIONS)
compile := $$CC -O2 -pthread -Wall -Wextra
# V=1 shows the build commands and their output.
Q := $(if $(V),,@)
VERBOSITY := -nologo $(if $(V),,-v:quiet)

.PHONY: all install uninstall pack install-tool uninstall-tool dist run bench bench-peers bench-save \
	bench-compare test build lint format clean help release publish changed
# These targets install the tools that they need. The other targets only report missing tools.
run bench bench-save bench-compare test build lint format release: export INSTALL_MISSING = 1

##@ Use
all: $(INSTALLED) ## build the executable and the man page in artifacts/

artifacts/yes: rid = $(or $(shell tools/rid),$(error no native build is possible here))
artifacts/yes: compiler = cc
artifacts/arm64/yes: rid = linux-arm64
artifacts/arm64/yes: compiler = aarch64-linux-gnu-gcc:gcc-aarch64-linux-gnu,libc6-dev-arm64-cross

artifacts/yes artifacts/arm64/yes:
	@tools/install-missing $(compiler) dotnet
	@echo "building $@, which takes about a minute the first time" >&2
	$(Q)tools/build $@ sh -ec 'rm -rf artifacts/bin/Yes.CSharp/release_$(rid)/native; \
		tools/dotnet publish src/Yes.CSharp -c Release $(VERBOSITY) -r $(rid) \
		"-p:SourceRevisionId=$$(tools/revision)" && \
		install -D -m 755 artifacts/publish/Yes.CSharp/release_$(rid)/yes $@'

artifacts/yes.1: artifacts/yes
	$(Q)tools/build $@ sh -c 'tools/man-page artifacts/yes $(VERSION) > $@'

# Copy the first section that is not empty. In a release, the Unreleased section is empty.
artifacts/CHANGES.md:
	$(Q)tools/build $@ sh -c "awk '/^## / { if (text) exit; found = 1; next } \
		found && (text || NF) { text = 1; print }' CHANGELOG.md > $@"

# The recipes read the directory from the environment, so the shell doesn't interpret its special characters.
install uninstall: export root = $(check_paths)$(DESTDIR)$(PREFIX)
# Most shells don't expand the ~ in PREFIX=~/.local.
check_paths = $(if $(filter-out /%,$(firstword $(PREFIX)))$(filter ~%,$(DESTDIR)), \
	$(error PREFIX and DESTDIR have to be absolute paths, with $$HOME instead of ~))

# uutils install applies the umask to directories. With umask 077, other users could not enter them.
install_file = umask 022; install -D -m
install: $(INSTALLED) ## install these files for all users (PREFIX=/usr/local DESTDIR=)
	$(install_file) 755 artifacts/yes "$$root/bin/yes"
	$(install_file) 644 artifacts/yes.1 "$$root/share/man/man1/yes.1"
	$(install_file) 644 completions/yes.bash "$$root/share/bash-completion/completions/yes"
	$(install_file) 644 completions/_yes "$$root/share/zsh/site-functions/_yes"
	$(install_file) 644 completions/yes.fish "$$root/share/fish/vendor_completions.d/yes.fish"
	$(install_file) 644 LICENSE "$$root/share/doc/yes/LICENSE"
	$(install_file) 644 THIRD-PARTY-NOTICES.txt "$$root/share/doc/yes/THIRD-PARTY-NOTICES.txt"

uninstall: ## remove the installed files (PREFIX=/usr/local DESTDIR=)
	rm -rf "$$root/bin/yes" "$$root/share/man/man1/yes.1" "$$root/share/doc/yes" \
		"$$root/share/bash-completion/completions/yes" "$$root/share/zsh/site-functions/_yes" \
		"$$root/share/fish/vendor_completions.d/yes.fish"

pack: artifacts/packed ## make the packages of the .NET tool in artifacts/packages (RIDS)

# This file lists the packaged platforms. If RIDS has changed, make builds the packages again. The recipe
# removes old build output, because dotnet would also pack those files. If packing fails, no packages remain.
artifacts/packed: artifacts/yes $(if $(filter linux-arm64,$(RIDS)),artifacts/arm64/yes) \
		$(if $(subst <$(RIDS)>,,<$(file < artifacts/packed)>),changed) artifacts/CHANGES.md
	rm -rf $@ artifacts/packages artifacts/publish/Yes.CSharp
	tools/build $@ sh -ec 'tools/dotnet pack src/Yes.CSharp -c Release $(VERBOSITY) \
		"-p:SourceRevisionId=$$(tools/revision)" \
		$(if $(RIDS),"-p:ToolPackageRuntimeIdentifiers=\"$$(echo $(RIDS) | tr " " ";")\"") || \
		{ rm -rf artifacts/packages; exit 1; }; echo "$(RIDS)" > $@'
	@ls artifacts/packages/*.nupkg

install-tool: pack ## install yes as a global .NET tool from artifacts/packages
	@$(MAKE) --no-print-directory uninstall-tool
	tools/dotnet tool install --global yes-dotnet --source artifacts/packages

uninstall-tool: ## remove the global .NET tool
	@[ ! -e "$${DOTNET_CLI_HOME:-$$HOME}/.dotnet/tools/.store/yes-dotnet" ] || \
		tools/dotnet tool uninstall --global yes-dotnet

executable = $(if $(filter linux-arm64,$(RID)),artifacts/arm64/yes,artifacts/yes)
dist: $(INSTALLED) $(executable) artifacts/CHANGES.md ## make the archive in artifacts/dist (RID=linux-arm64)
	tools/dist $(VERSION) '$(RID)' $(executable) artifacts/yes.1 $(COMPLETIONS) \
		artifacts/CHANGES.md LICENSE THIRD-PARTY-NOTICES.txt docs/INSTALL

##@ Benchmark
run: artifacts/yes ## show the speed of GNU yes and of strategies, live (STRATEGY="span auto" DURATION=3)
	@tools/install-missing pv
	@bench/show-rates '$(DURATION)' $(STRATEGY)

$(BENCH): | artifacts/sample artifacts/verify
	@tools/install-missing dotnet
	@echo 'building the benchmark' >&2
	$(Q)tools/build $@ tools/dotnet msbuild bench/Yes.Bench -restore -p:Configuration=Release $(VERBOSITY)

source = $(wildcard $(foreach directory,bench tests/support,$(directory)/$(subst -in-c,,$(@F)).c))
artifacts/yes-in-c artifacts/sample artifacts/verify artifacts/into:
	@tools/install-missing cc
	$(Q)tools/build $@ sh -c '$(compile) -o $@ $(source)'

bench: artifacts/yes artifacts/yes-in-c $(BENCH) ## measure every yes, 4 minutes (ROUNDS READERS ...)
	@tools/install-missing pv
	@dotnet $(BENCH)

bench-peers: ## download newer yes programs and a newer pv for make bench (RELEASE=sid)
	@bench/newest-peers artifacts/peers "$${RELEASE:-forky experimental}"

bench-save: $(BENCH) ## keep the results of the last make bench and show them in the README (NAME=amd-vm)
	@dotnet $(BENCH) save

bench-compare: artifacts/yes $(BENCH) ## benchmark against another commit, 4 minutes (BASE=main)
	@tools/install-missing pv
	@base=$$(bench/build-revision "$$BASE") && BASE=$$base dotnet $(BENCH) compare

##@ Develop
test: ## run the tests, a few minutes (SUITE=gnu/output TEST=regex YES=PATH)
	@tests/run

# Warnings don't make other builds fail, because a newer SDK or C compiler may add warnings. This build uses
# its own directories. Otherwise, it would not check files that another build has compiled.
build: $(CHECKED) $(LESSONS) ## build all projects with analyzers, treating warnings as errors

$(CHECKED):
	@tools/install-missing cc dotnet
	@tools/build $@ sh -ec 'for file in src/*/Aot/*.c bench/*.c tests/support/*.c; do \
		$(compile) -Werror -S -o /dev/null "$$file"; done; \
		tools/dotnet build yes.sln -c Release $(VERBOSITY) \
		-p:TreatWarningsAsErrors=true -p:ArtifactsPivots=checked \
		-p:IncludeSourceRevisionInInformationalVersion=false'

# For each lesson, dotnet keeps intermediate files in XDG_DATA_HOME.
$(LESSONS):
	@tools/install-missing dotnet
	@rm -rf $(@D)
	@tools/build $@ sh -ec 'for lesson in docs/lessons/*.cs; do \
		XDG_DATA_HOME=$$PWD/$(@D) tools/dotnet build "$$lesson" -o $(@D) $(VERBOSITY) \
		-p:TreatWarningsAsErrors=true; done; touch $@'

lint: build ## check formatting, shell scripts, links and the length of lines
	@tools/lint

format: ## format the C# and F# files
	@tools/install-missing dotnet
	tools/dotnet tool restore
	tools/dotnet csharpier format .
	tools/dotnet fantomas src tests bench

clean: ## remove artifacts/
	rm -rf artifacts

help: ## list these targets
	@awk -F ':.*## ' '/^##@/ { print substr($$0, 5) ":" } \
		/^[a-z0-9-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

##@ Release
release: ## test, then make the packages and archives of a release, on x64
	$(MAKE) test NO_SKIPS=1
	$(MAKE) test NO_SKIPS=1 SUITE=install
	$(MAKE) test NO_SKIPS=1 SUITE=kernels
	$(MAKE) test NO_SKIPS=1 SUITE=windows
	$(MAKE) pack RIDS='linux-x64 linux-arm64 any'
	$(MAKE) dist RID=linux-x64
	$(MAKE) dist RID=linux-arm64
	tools/build artifacts/released sh -ec 'cd artifacts && \
		sha256sum CHANGES.md packages/*.nupkg dist/yes-$(VERSION)-* > released'

publish: ## publish what make release has made (PACKAGE_SOURCE PACKAGE_API_KEY GH_TOKEN)
	@tools/publish $(VERSION)
