# `make help` lists the targets and the variables that they read.

PREFIX ?= /usr/local

# Some tools sort, match letters or write numbers by the rules of the user's language.
export LC_ALL := C.UTF-8
# Bash and MSBuild obey these variables. The compiler may need any other variable.
unexport BASH_ENV CDPATH POSIXLY_CORRECT SHELLOPTS CONFIGURATION Configuration OUTDIR OutDir PLATFORM Platform
# MSBuild misreads some paths, and without a home directory, NuGet would create files among the sources.
dotnet = $(if $(shell expr "$$PWD" : ".*\('\|%[[:xdigit:]][[:xdigit:]]\)"),$(error .NET can't build in a \
	directory whose path contains an apostrophe or a code such as %2F))HOME="$${DOTNET_CLI_HOME:-$$HOME}" dotnet

# Another yes may come first on the PATH, and some systems install GNU yes under another name.
export GNU_YES := $(shell bash -c 'type -aP gnuyes gyes yes' | \
	xargs -d '\n' grep -lzxF 'GNU coreutils' | head -n 1)
rid := linux-$(subst x86_64,x64,$(subst aarch64,arm64,$(shell uname -m)))
version := $(shell sed -n 's|.*<Version>\(.*\)</Version>.*|\1|p' Directory.Build.props)
archive := yes-$(version)-$(rid)
# A directory's timestamp changes when a file in that directory is created, renamed or removed.
sources := $(shell find src Directory.* global.json ! -name '.*' ! -name '* *')
lessons := $(patsubst docs/%.cs,artifacts/%.dll,$(wildcard docs/lessons/*.cs))
# Without -v:quiet, MSBuild prints the linker's warnings about parts of .NET that yes never uses.
project := src/Yes.CSharp -nologo -v:quiet

.DELETE_ON_ERROR:
# .NET builds share intermediate files, and dotnet itself uses all processors.
.NOTPARALLEL:
.PHONY: all install uninstall pack install-tool dist run bench bench-peers bench-save bench-compare test \
	build lint format clean help
# These targets install the tools that they need. The other targets only report missing tools.
run bench test: export INSTALL_MISSING = 1

##@ Use
all: artifacts/yes ## build the executable

artifacts/yes: artifacts/$(rid)/yes
	install -D $< $@

# An interrupted build may leave incomplete intermediate files, so the recipe removes them.
artifacts/%/yes: $(sources)
	@tools/install-missing cc dotnet
	rm -rf artifacts/obj/Yes.CSharp/release_$*
	$(dotnet) publish $(project) -r $* -o artifacts/$*

# The recipes read the directory from the environment, so the shell doesn't interpret its special characters.
install uninstall: export root = $(if $(filter /%,$(firstword $(DESTDIR)$(PREFIX))),$(DESTDIR)$(PREFIX), \
	$(error PREFIX and DESTDIR have to be absolute paths, with $$HOME instead of ~))

install: ## install the executable and share/ for all users (PREFIX=/usr/local DESTDIR=)
	@[ -e artifacts/yes ] || { echo 'make install: artifacts/yes is missing; run make first' >&2; exit 1; }
	umask 022; install -D artifacts/yes "$$root/bin/yes"
	umask 022; find -L share -type f -exec install -D -m 644 '{}' "$$root/{}" \;

uninstall: ## remove the installed files (PREFIX=/usr/local DESTDIR=)
	@[ ! -e "$$root/bin/yes" ] || "$$root/bin/yes" --version | head -n 1 | grep -q 'yes for .NET' || \
		{ echo "make uninstall: $$root/bin/yes belongs to another package" >&2; exit 1; }
	rm -f "$$root/bin/yes"
	find -L share -type f -exec rm -f "$$root/{}" \;
	[ ! -d "$$root/share/doc/yes" ] || rmdir --ignore-fail-on-non-empty "$$root/share/doc/yes"

pack: artifacts/packages/yes-dotnet.$(version).nupkg ## make the .NET tool in artifacts/packages

artifacts/packages/yes-dotnet.$(version).nupkg: artifacts/yes CHANGELOG.md $(shell find -L share/doc -type f)
	rm -rf artifacts/packages
	$(dotnet) pack $(project) -r $(rid)
	$(dotnet) pack $(project) -r any
	$(dotnet) pack $(project)

install-tool: pack ## install yes as a global .NET tool from artifacts/packages
	$(dotnet) tool uninstall --global yes-dotnet > /dev/null 2>&1 || true
	$(dotnet) tool install --global yes-dotnet --source artifacts/packages

# These options give the same bytes to every user and at any time.
dist: artifacts/yes ## make the archive of bin/yes and share/ in artifacts/dist
	rm -rf artifacts/dist
	$(MAKE) install DESTDIR= PREFIX="$$PWD/artifacts/dist/$(archive)"
	env -i PATH="$$PATH" tar --create --directory=artifacts/dist --format=ustar --sort=name --owner=0 --group=0 \
		--numeric-owner --mtime=@$(or $(SOURCE_DATE_EPOCH),$(shell git --git-dir=.git log -1 --format=%ct \
		2> /dev/null),$(error make dist needs a commit or SOURCE_DATE_EPOCH)) --use-compress-program='gzip -n -9' \
		--file=artifacts/dist/$(archive).tar.gz $(archive)

##@ Benchmark
run: artifacts/yes ## show the speed of GNU yes and of strategies, live (STRATEGIES="span auto" DURATION=3)
	@tools/install-missing pv
	@bench/show-rates

bench := artifacts/bin/Yes.Bench/release/Yes.Bench.dll
$(bench): $(wildcard bench/Yes.Bench/*) Directory.Build.props Directory.Packages.props
	$(dotnet) build bench/Yes.Bench -c Release -nologo -v:quiet
	@touch $@
measured := artifacts/yes artifacts/duel artifacts/verify $(bench)

bench: $(measured) ## measure every yes in duels, under 5 minutes (ROUNDS READERS STRATEGIES ...)
	@tools/install-missing pv
	@dotnet $(bench) bench

bench-compare: $(measured) ## compare each strategy with another commit in duels, 5 minutes (BASE=main)
	@tools/install-missing pv
	@rm -rf artifacts/base && mkdir -p artifacts/base
	@git archive --output=artifacts/base/files.tar "$$BASE"
	@tar -x -C artifacts/base -f artifacts/base/files.tar
	@$(MAKE) -C artifacts/base artifacts/yes >&2
	@dotnet $(bench) bench-compare artifacts/base/artifacts/yes

bench-peers: ## download newer yes programs and readers for make bench (RELEASE='forky experimental')
	@bench/newest-peers artifacts/peers "$${RELEASE:-forky experimental}"

bench-save: $(bench) ## keep a run and show it in README.md (NAME=amd-vm FROM=artifacts/bench/bench.tsv)
	@dotnet $(bench) save "$$NAME" "$${FROM:-artifacts/bench/bench.tsv}"

##@ Develop
compile := $(CC) -O2 -Wall -Wextra
vpath %.c bench tests/support
artifacts/%: %.c
	@mkdir -p artifacts
	$(compile) -o $@ $<

units := artifacts/bin/Yes.Tests/release/Yes.Tests.dll
$(units): $(sources) $(shell find bench/Yes.Bench tests/Yes.Tests)
	$(dotnet) build tests/Yes.Tests -c Release -nologo -v:quiet
	@touch $@

# The file-based program's intermediate files go to XDG_DATA_HOME.
vpath %.cs docs/lessons tests/support
artifacts/lessons/%.dll: %.cs
	mkdir -p artifacts/obj
	XDG_DATA_HOME="$$PWD/artifacts/obj" $(dotnet) build $< -nologo -v:quiet -o artifacts/lessons \
		-p:TreatWarningsAsErrors=true

# With another executable, only the suite about GNU's behavior runs by default, and nothing is built.
suite = $(or $(SUITE),$(if $(YES),gnu))
# The suites about the program itself read only the executable.
own := gnu strategies outputs faults limits kernels windows
reads = $(if $(filter $(own),$(suite)),,$(lessons) artifacts/lessons/endless.dll pack $(units) $(measured))
test: $(if $(YES),,all) artifacts/verify artifacts/into $(reads) ## run the tests (SUITE TEST YES)
	@tools/install-missing bats dotnet git groff jq perl pv strace unzip $(if $(BATS_LIB_PATH),, \
		/usr/lib/bats/bats-assert/load.bash:bats-assert /usr/lib/bats/bats-support/load.bash:bats-support) \
		col:bsdextrautils fish lexgrog:man-db man:man-db pkill:procps readelf:binutils script:bsdutils zsh
	@# Without exec, only the shell would receive a signal that ends make.
	@SUITE='$(suite)' exec tests/run

# Warnings don't make other builds fail, because a newer SDK or C compiler may add warnings.
build: $(lessons) ## build all projects with analyzers, treating warnings as errors
	for file in src/*/*/*.c bench/*.c tests/support/*.c; do \
		$(compile) -Werror -S -o /dev/null "$$file" || exit; done
	$(dotnet) build yes.sln -p:TreatWarningsAsErrors=true

lint: build ## check formatting, shell scripts, links and the length of lines
	@tools/lint

format: ## format C# and F#
	$(dotnet) tool restore
	echo 'printWidth: 110' | $(dotnet) csharpier format . --ignore-path .gitignore --config-path /dev/stdin
	$(dotnet) fantomas src tests bench

clean: ## remove artifacts/
	rm -rf artifacts

help: ## list these targets
	@awk -F ':.*## ' '/^##@/ { print substr($$0, 5) ":" } \
		/^[a-z0-9-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
