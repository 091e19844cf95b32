// A program that knows no options and never ends. .NET ignores SIGPIPE, and the console hides that nobody
// reads the output anymore.
#:property PublishAot=false
while (true)
{
    Console.WriteLine("y");
}
