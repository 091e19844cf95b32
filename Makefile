# The table of contents of the project: `make help` prints it.

# What `make run` shows, for how many seconds each.
STRATEGY ?= span auto
DURATION ?= 3
# Where to install to; DESTDIR goes before it in paths, for whoever builds a package.
PREFIX ?= /usr/local
DESTDIR ?=
# The platforms that the .NET tool has packages for, if they are not just this one and any other, and the
# platform of the archive: linux-x64, linux-arm64.
RIDS :=
RID :=
# The executable that `make test` tests; /usr/bin/yes runs the suites about GNU's behaviour against GNU yes.
YES := artifacts/yes
# The tests that it runs: these variables come from the command line alone, so that `make release` runs all.
SUITE :=
TEST :=

BENCH := artifacts/bin/Yes.Bench/release/Yes.Bench.dll
BUILD_POLICY := global.json Directory.Build.props Directory.Packages.props
SOURCES := $(shell find src) $(BUILD_POLICY)
REVISION := $(shell tools/revision)
COMPLETIONS := artifacts/yes.bash artifacts/_yes artifacts/yes.fish
INSTALLED := artifacts/yes artifacts/yes.1 $(COMPLETIONS)
DOTNET := dotnet
# Debian's clang brings no cc.
CC := $(if $(filter default,$(origin CC)),$(shell command -v cc || echo clang),$(CC))
# V=1 shows what the build runs and prints.
Q := $(if $(V),,@)
VERBOSITY := -nologo $(if $(V),,-v:quiet)
building = $(if $(V),,@echo "building $1" >&2)
# Every recipe runs in one locale, whatever the user's is: it decides what [a-z] holds, how names are sorted,
# how numbers are written, and in which language messages are read.
export LC_ALL = C.UTF-8
unexport LANGUAGE DOTNET_CLI_UI_LANGUAGE
export DOTNET_NOLOGO = 1
export DOTNET_CLI_TELEMETRY_OPTOUT = 1
# Recompiling by profile only slows down programs that run as briefly as the compilers.
export DOTNET_TieredPGO = 0

# In hexadecimal what make reads as well: a quote and a parenthesis. In C.UTF-8 a dot matches no other bytes.
ifneq ($(shell printf %s "$$PWD" | \
	LC_ALL=C grep -zoP '["|?*\\:\x27\n]|@\x28|%[[:xdigit:]]{2}' | tr '\0\n' x; \
	printf %s "$$PWD" | LC_ALL=C.UTF-8 grep -zavqx '.*' && echo x),)
$(error MSBuild takes no path with " ' : | ? * \ or a newline, @ and a parenthesis, % and a number, or bytes \
	that are not UTF-8: build elsewhere)
endif

.DELETE_ON_ERROR:
.PHONY: all install uninstall pack install-tool uninstall-tool dist run bench bench-peers bench-save \
	bench-compare test build lint format deps clean help release publish
# These install the tools that they need. The others name what is missing.
run bench bench-save bench-compare test build lint format deps release: export INSTALL_MISSING = 1

##@ Use
all: $(INSTALLED) ## build all that is installed: artifacts/yes, about a minute the first time

# The sources include their directories: a file that was removed changes its directory.
artifacts/yes artifacts/arm64/yes: $(SOURCES) Makefile tools/rid \
		artifacts/revision-$(REVISION)

artifacts/yes:
	@tools/ensure cc objcopy dotnet flock
	$(call building,$@: about a minute the first time)
	$(Q)rid=$$(tools/rid) && $(publish_native)

# By the cross compiler, if this machine is another one.
artifacts/arm64/yes:
	@tools/ensure aarch64-linux-gnu-gcc aarch64-linux-gnu-objcopy dotnet flock
	$(call building,$@)
	$(Q)rid=linux-arm64 && $(publish_native)

publish_native = tools/dotnet publish src/Yes.CSharp -c Release $(VERBOSITY) -r "$$rid" \
		-p:SourceRevisionId=$(REVISION) && \
	install -D -m 755 "artifacts/publish/Yes.CSharp/release_$$rid/yes" $@

# Its name is its content: for another commit there is no such file yet, so that the executable is built
# again.
artifacts/revision-$(REVISION):
	@mkdir -p artifacts
	@rm -f artifacts/revision-*
	@touch $@

artifacts/yes.1: docs/yes.1.in tools/man-page tools/version CHANGELOG.md artifacts/yes
	$(Q)tools/man-page artifacts/yes > $@

$(COMPLETIONS): artifacts/%: completions/%.in tools/completion artifacts/yes
	$(Q)tools/completion artifacts/yes $< > $@

# In the environment, so that no part of a path is read by the shell.
install uninstall: export root = $(check_paths)$(DESTDIR)$(PREFIX)
# Most shells leave the ~ of PREFIX=~/.local as it is.
check_paths = $(if $(filter-out /%,$(firstword $(PREFIX)))$(filter ~%,$(DESTDIR)),\
	$(error PREFIX has to be an absolute path, with $$HOME in place of ~))

install: $(INSTALLED) ## install with man page and completions (PREFIX=/usr/local DESTDIR=)
	install -D -m 755 artifacts/yes "$$root/bin/yes"
	install -D -m 644 artifacts/yes.1 "$$root/share/man/man1/yes.1"
	install -D -m 644 artifacts/yes.bash "$$root/share/bash-completion/completions/yes"
	install -D -m 644 artifacts/_yes "$$root/share/zsh/site-functions/_yes"
	install -D -m 644 artifacts/yes.fish "$$root/share/fish/vendor_completions.d/yes.fish"

uninstall: ## remove what install put there
	rm -f "$$root/bin/yes" "$$root/share/man/man1/yes.1"
	rm -f "$$root/share/bash-completion/completions/yes"
	rm -f "$$root/share/zsh/site-functions/_yes"
	rm -f "$$root/share/fish/vendor_completions.d/yes.fish"

pack: artifacts/packed ## make the packages of the .NET tool, in artifacts/packages (RIDS)

# The file holds the platforms: for others the packages are made again.
artifacts/packed: artifacts/yes $(if $(filter linux-arm64,$(RIDS)),artifacts/arm64/yes) \
		CHANGELOG.md LICENSE tools/pack tools/release-notes
	tools/pack $(RIDS)
	@echo '$(RIDS)' > $@
ifneq ($(strip $(shell cat artifacts/packed 2> /dev/null)),$(strip $(RIDS)))
.PHONY: artifacts/packed
endif

install-tool: pack ## install as a global .NET tool from artifacts/packages
	@$(MAKE) --no-print-directory uninstall-tool
	dotnet tool install --global yes-dotnet --source artifacts/packages

uninstall-tool: ## remove the global .NET tool
	@! dotnet tool list --global yes-dotnet > /dev/null || dotnet tool uninstall --global yes-dotnet

executable = $(if $(filter linux-arm64,$(RID)),artifacts/arm64/yes,artifacts/yes)

dist: $(INSTALLED) $(executable) ## make the archive, in artifacts/dist (RID=linux-arm64)
	RID='$(RID)' tools/dist $(executable) artifacts/yes.1 $(COMPLETIONS) LICENSE docs/INSTALL

##@ Benchmark
run: artifacts/yes ## show the rates of GNU yes and of strategies, live (STRATEGY="span auto" DURATION=3)
	@tools/ensure pv
	@tools/show-rates '$(DURATION)' $(STRATEGY)

# The variables of these targets reach the runner in the environment, which make passes on.
$(BENCH): $(shell find bench/Yes.Bench) $(BUILD_POLICY)
	@tools/ensure dotnet flock
	$(call building,the benchmark)
	$(Q)tools/dotnet msbuild bench/Yes.Bench -restore -p:Configuration=Release $(VERBOSITY)
	@touch $@

# The same techniques in C, for the comparison.
artifacts/yes-in-c: bench/yes.c
# The reader that checks every byte, fast enough for gigabytes.
artifacts/verify: tests/verify.c

artifacts/yes-in-c artifacts/verify:
	@tools/ensure cc
	@mkdir -p artifacts
	$(Q)$(CC) -O2 -Wall -Wextra -Werror -o $@ $<

bench: artifacts/yes artifacts/yes-in-c $(BENCH) ## compare all yes, two minutes (ROUNDS READERS PEERS ...)
	@tools/ensure pv time lscpu taskset cmp perl
	@$(DOTNET) $(BENCH)

bench-peers: ## get the newest other yes and pv, for make bench: nothing is installed (RELEASE=forky)
	@tools/newest-peers artifacts/peers "$${RELEASE:-forky}"

bench-save: $(BENCH) ## keep the last comparison and show it in the README
	@$(DOTNET) $(BENCH) save

bench-compare: artifacts/yes $(BENCH) ## compare with another commit: what is faster? Four minutes (BASE=main)
	@tools/ensure pv time taskset cmp perl
	@base=$$(tools/build-revision "$$BASE") && BASE=$$base $(DOTNET) $(BENCH) compare

##@ Develop
test: export YES := $(YES)
test: export SUITE := $(SUITE)
test: export TEST := $(TEST)
test: artifacts/yes artifacts/verify ## check everything, three minutes (SUITE=gnu/output TEST=regex YES=PATH)
	@tests/run

build: ## build all projects, with their analyzers: a warning is an error
	@tools/ensure dotnet flock
	@tools/dotnet build yes.sln -c Release $(VERBOSITY)

lint: build ## check formatting, analyzers, warnings and shell scripts
	@tools/lint

format: ## format the C# and F# files
	@tools/ensure dotnet
	dotnet tool restore
	dotnet csharpier format .
	dotnet fantomas src tests bench

deps: ## install what building, running and testing need
	@tools/ensure cc $$(cat tests/needed-tools)
	dotnet tool restore
	tools/dotnet restore yes.sln

clean: ## remove all that was built
	rm -rf artifacts

help: ## print this
	@awk -F ':.*## ' '/^##@/ { print substr($$0, 5) ":" } \
		/^[a-z0-9-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

##@ Release
release: ## test everything, then make the packages and archives of a release, on x64
	$(MAKE) test
	$(MAKE) test SUITE=install
	$(MAKE) test SUITE=kernels
	$(MAKE) test SUITE=arm64
	$(MAKE) test SUITE=windows
	$(MAKE) pack RIDS='linux-x64 linux-arm64 any'
	$(MAKE) dist RID=linux-x64
	$(MAKE) dist RID=linux-arm64

publish: ## publish what make release made (PACKAGE_SOURCE PACKAGE_API_KEY GH_TOKEN)
	@tools/publish
